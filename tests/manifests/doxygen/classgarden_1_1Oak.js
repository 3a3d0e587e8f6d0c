var classgarden_1_1Oak =
[
    [ "grow", "classgarden_1_1Oak.html#a139672ca10769d3ef9c9e182c2bf844c", null ]
];