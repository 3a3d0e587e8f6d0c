var namespaces_dup =
[
    [ "garden", "namespacegarden.html", "namespacegarden" ]
];