var dir_68267d1309a1af8e8297ef4c3efbcdba =
[
    [ "oak.h", "oak_8h.html", "oak_8h" ]
];