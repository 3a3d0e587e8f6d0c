var structgarden_1_1Beech_1_1Leaf =
[
    [ "n", "structgarden_1_1Beech_1_1Leaf.html#a671344d091d4b178846aff2d2cb3c1e6", null ]
];