var soil =
[
    [ "One", "soil.html#one", null ],
    [ "Clay <b>soil</b>", "clay.html", null ]
];