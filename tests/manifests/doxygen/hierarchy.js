var hierarchy =
[
    [ "garden::Beech::Leaf", "structgarden_1_1Beech_1_1Leaf.html", null ],
    [ "garden::Oak", "classgarden_1_1Oak.html", [
      [ "garden::Beech", "classgarden_1_1Beech.html", null ]
    ] ]
];