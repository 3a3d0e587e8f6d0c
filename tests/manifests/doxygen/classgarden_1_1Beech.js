var classgarden_1_1Beech =
[
    [ "Leaf", "structgarden_1_1Beech_1_1Leaf.html", "structgarden_1_1Beech_1_1Leaf" ],
    [ "fall", "classgarden_1_1Beech.html#a3c3b46c49c3ee6c0db8cfd8976334cfb", null ]
];