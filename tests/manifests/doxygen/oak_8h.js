var oak_8h =
[
    [ "garden::Oak", "classgarden_1_1Oak.html", "classgarden_1_1Oak" ],
    [ "garden::Beech", "classgarden_1_1Beech.html", "classgarden_1_1Beech" ],
    [ "garden::Beech::Leaf", "structgarden_1_1Beech_1_1Leaf.html", "structgarden_1_1Beech_1_1Leaf" ]
];