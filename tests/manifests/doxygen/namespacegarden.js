var namespacegarden =
[
    [ "Beech", "classgarden_1_1Beech.html", "classgarden_1_1Beech" ],
    [ "Oak", "classgarden_1_1Oak.html", "classgarden_1_1Oak" ]
];