//! Detects addresses in the user's own network.

use super::origin::origin;
use std::net::{Ipv4Addr, Ipv6Addr};

/// IPv4 blocks that are not on the public internet, with their prefix lengths in bits.
///
/// The list has all blocks of <https://www.iana.org/assignments/iana-ipv4-special-registry/> that are not globally
/// reachable, and multicast (<https://www.iana.org/assignments/multicast-addresses/>). The registry excepts
/// 192.0.0.9 and 192.0.0.10, which are anycast addresses. They are in the list, because the user's own router may answer
/// there (RFC 7723, RFC 8155).
const LOCAL_V4: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),       // this network (RFC 791)
    ([10, 0, 0, 0], 8),      // private use (RFC 1918)
    ([100, 64, 0, 0], 10),   // shared address space (RFC 6598)
    ([127, 0, 0, 0], 8),     // loopback (RFC 1122)
    ([169, 254, 0, 0], 16),  // link local (RFC 3927)
    ([172, 16, 0, 0], 12),   // private use (RFC 1918)
    ([192, 0, 0, 0], 24),    // IETF protocol assignments (RFC 6890)
    ([192, 0, 2, 0], 24),    // documentation (RFC 5737)
    ([192, 88, 99, 2], 32),  // 6a44 relay (RFC 6751)
    ([192, 168, 0, 0], 16),  // private use (RFC 1918)
    ([198, 18, 0, 0], 15),   // benchmarking (RFC 2544)
    ([198, 51, 100, 0], 24), // documentation (RFC 5737)
    ([203, 0, 113, 0], 24),  // documentation (RFC 5737)
    ([224, 0, 0, 0], 4),     // multicast (RFC 5771)
    ([240, 0, 0, 0], 4),     // reserved, and limited broadcast (RFC 1112, RFC 919)
];

/// IPv6 blocks that are not on the public internet, with their prefix lengths in bits.
///
/// The list has all blocks of <https://www.iana.org/assignments/iana-ipv6-special-registry/> that are not globally
/// reachable and contain no IPv4 address. It also has multicast
/// (<https://www.iana.org/assignments/ipv6-multicast-addresses/>), and site-local addresses, which are deprecated but in
/// use. [`GLOBAL_V6`] has the exceptions.
const LOCAL_V6: &[([u16; 8], u32)] = &[
    ([0, 0, 0, 0, 0, 0, 0, 0], 128),         // unspecified (RFC 4291)
    ([0, 0, 0, 0, 0, 0, 0, 1], 128),         // loopback (RFC 4291)
    ([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48),  // translation for local use (RFC 8215)
    ([0x100, 0, 0, 0, 0, 0, 0, 0], 64),      // discard only (RFC 6666)
    ([0x100, 0, 0, 1, 0, 0, 0, 0], 64),      // dummy prefix (RFC 9780)
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),     // IETF protocol assignments (RFC 2928)
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32), // documentation (RFC 3849)
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),     // documentation (RFC 9637)
    ([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16),     // segment routing (RFC 9602)
    ([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7),      // unique local (RFC 4193)
    ([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10),     // link local (RFC 4291)
    ([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10),     // site local (RFC 3879)
    ([0xff00, 0, 0, 0, 0, 0, 0, 0], 8),      // multicast (RFC 4291)
];

/// The blocks inside of 2001::/23 that the same registry says are globally reachable, and Teredo, where the IPv4 addresses
/// decide. The anycast addresses 2001:1::1 to 2001:1::3 are left out, because the user's own router may answer there.
const GLOBAL_V6: &[([u16; 8], u32)] = &[
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 32),     // Teredo (RFC 4380)
    ([0x2001, 3, 0, 0, 0, 0, 0, 0], 32),     // AMT (RFC 7450)
    ([0x2001, 4, 0x112, 0, 0, 0, 0, 0], 48), // AS112 (RFC 7535)
    ([0x2001, 0x20, 0, 0, 0, 0, 0, 0], 28),  // ORCHIDv2 (RFC 7343)
    ([0x2001, 0x30, 0, 0, 0, 0, 0, 0], 28),  // remote identifiers of drones (RFC 9374)
];

/// Names that no public name server answers for. From <https://www.iana.org/assignments/special-use-domain-names/>:
/// `localhost` and `test` (RFC 6761), `local` (RFC 6762), `home.arpa` (RFC 8375), `resolver.arpa` (RFC 9462) and
/// `service.arpa` (RFC 9665). Appendix G of RFC 6762 lists the names that private networks use; `internal` is reserved by
/// ICANN. Routers and Unix systems use `localdomain`.
const LOCAL_NAMES: &[&str] = &[
    "localhost",
    "localdomain",
    "local",
    "test",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "home.arpa",
    "resolver.arpa",
    "service.arpa",
];

/// Returns `true` if an address is in the user's own network or on this machine: a name without a dot, [`LOCAL_NAMES`],
/// [`LOCAL_V4`] or [`LOCAL_V6`]. A host that is not a plain name or number counts too. Only the browser knows the
/// address behind a public name.
pub(crate) fn is_local(url: &str) -> bool {
    let Some(origin) = origin(url) else { return false };
    let Some((_, authority)) = origin.split_once("://") else { return false };
    if let Some(v6) = authority.strip_prefix('[') {
        let address = v6.split(']').next().unwrap_or_default().parse();
        return address.map_or(true, is_local_v6);
    }
    let host = authority.split(':').next().unwrap_or_default().trim_end_matches('.');
    let Some((_, last)) = host.rsplit_once('.') else { return true };
    // A host that ends in a number is an IPv4 address in some notation.
    if last.starts_with(|c: char| c.is_ascii_digit()) {
        return host.parse().map_or(true, is_local_v4);
    }
    let is_plain = host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
    let is_in = |name: &&str| host.strip_suffix(*name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    !is_plain || host.split('.').any(str::is_empty) || LOCAL_NAMES.iter().any(is_in)
}

/// Returns `true` if an address is on this machine, which is reachable without a network.
pub(crate) fn is_own_machine(url: &str) -> bool {
    let origin = origin(url).unwrap_or_default();
    let authority = origin.split_once("://").map_or("", |(_, authority)| authority);
    let host = authority.split(':').next().unwrap_or_default();
    authority.starts_with("[::1]")
        || host == "localhost"
        || host.ends_with(".localhost")
        || host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
}

fn is_local_v4(address: Ipv4Addr) -> bool {
    let is_in = |&(block, bits): &([u8; 4], u32)| {
        (u32::from(address) ^ u32::from(Ipv4Addr::from(block))) & (u32::MAX << (u32::BITS - bits)) == 0
    };
    LOCAL_V4.iter().any(is_in)
}

fn is_local_v6(address: Ipv6Addr) -> bool {
    let is_in = |&(block, bits): &([u16; 8], u32)| {
        (u128::from(address) ^ u128::from(Ipv6Addr::from(block))) & (u128::MAX << (u128::BITS - bits)) == 0
    };
    let is_local = LOCAL_V6.iter().any(is_in) && !GLOBAL_V6.iter().any(is_in);
    is_local || embedded_v4(address).into_iter().flatten().any(is_local_v4)
}

/// Returns the IPv4 addresses that packets to an IPv6 address may reach.
fn embedded_v4(address: Ipv6Addr) -> [Option<Ipv4Addr>; 2] {
    let v4 = |high: u16, low: u16| Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match address.segments() {
        // Compatible and mapped (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052).
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => [v4(high, low), None],
        // Teredo (RFC 4380): the server, and the client with its bits inverted.
        [0x2001, 0, high, low, _, _, client_high, client_low] => [v4(high, low), v4(!client_high, !client_low)],
        // 6to4 (RFC 3056).
        [0x2002, high, low, ..] => [v4(high, low), None],
        _ => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hosts in the user's own network, by reason.
    const LOCAL: &[(&str, &[&str])] = &[
        (
            "a name without a dot",
            &["localhost", "LOCALHOST:8080", "router", "nas:5000", "router.", "localhost.", "localhost.."],
        ),
        (
            "a name that is never public",
            &[
                "a.localhost",
                "a.localhost..",
                "printer.local",
                "a.b.local.",
                "a.internal",
                "fritz.lan",
                "x.home.arpa",
                "home.arpa",
                "home.arpa.",
                "x.HOME",
                "localhost.localdomain",
                "a.localdomain",
                "wiki.corp",
                "wiki.corp.:8080",
                "a.intranet",
                "a.private",
            ],
        ),
        ("not a valid name", &["[x]", "127%2e0.0.1", "b<cher.example", "a..example", ".example"]),
        ("a number in another notation", &["127.1", "127.0.0.0x1", "0x7f.0.0.1.", "1.2.3.4.5", "012.1.1.1"]),
        ("this network", &["0.0.0.0", "0.255.255.255"]),
        ("private use", &["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"]),
        ("shared address space", &["100.64.0.1", "100.127.255.255"]),
        ("loopback", &["127.0.0.1", "127.8.8.8:80", "127.0.0.1."]),
        ("link local", &["169.254.169.254"]),
        ("protocol assignments", &["192.0.0.1", "192.0.0.255"]),
        ("documentation", &["192.0.2.1", "198.51.100.1", "203.0.113.1", "[2001:db8::1]", "[3fff:fff::1]"]),
        ("benchmarking", &["198.18.0.1", "198.19.255.255", "[2001:2::1]"]),
        ("multicast", &["224.0.0.1", "239.255.255.255", "[ff02::1]"]),
        ("reserved", &["240.0.0.1", "255.255.255.255"]),
        ("loopback of IPv6", &["[::1]", "[::]:80", "[0:0:0:0:0:0:0:1]"]),
        ("unique local", &["[fd00::1]", "[fc00::1]"]),
        ("link local of IPv6", &["[fe80::1]", "[febf::1]"]),
        ("site local", &["[fec0::1]", "[feff:ffff::1]"]),
        ("compatible with IPv4", &["[::127.0.0.1]", "[::192.168.1.1]"]),
        ("mapped", &["[::ffff:192.168.1.1]", "[::ffff:7f00:1]"]),
        ("translated", &["[::ffff:0:192.168.1.1]", "[::ffff:0:10.0.0.1]"]),
        ("NAT64", &["[64:ff9b::192.168.1.1]", "[64:ff9b::7f00:1]"]),
        ("NAT64 for local use", &["[64:ff9b:1::8.8.8.8]", "[64:ff9b:1:ffff::1]"]),
        ("6to4", &["[2002:c0a8:101::1]", "[2002:7f00:1::]", "[2002:a00:1::a]"]),
        ("Teredo", &["[2001:0:c0a8:101:0:0:f7f7:f7f7]", "[2001:0:808:808:0:0:3f57:fefe]"]),
        ("protocol assignments of IPv6", &["[2001:1::1]", "[2001:10::1]", "[2001:40::1]", "[2001:1ff:ffff::1]"]),
        ("names of development and of local services", &["shop.test", "default.service.arpa", "_dns.resolver.arpa"]),
        ("anycast that a router may answer", &["192.0.0.9", "192.0.0.10", "[2001:1::2]"]),
        ("discard only", &["[100::1]", "[100:0:0:1::1]"]),
        ("segment routing", &["[5f00::1]"]),
    ];

    const PUBLIC: &[&str] = &[
        "example.org",
        "a.b.example:8080",
        "example.org.",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "172.32.0.1",
        "172.15.0.1",
        "100.63.0.1",
        "100.128.0.1",
        "192.0.1.1",
        "192.169.0.1",
        "198.17.0.1",
        "198.20.0.1",
        "223.255.255.255",
        "[2606:4700::1111]",
        "[2001:4860:4860::8888]",
        "[fbff::1]",
        "[64:ff9b::8.8.8.8]",
        "[::ffff:8.8.8.8]",
        "[2002:808:808::1]",
        "[2001:3::1]",
        "[2001:4:112::1]",
        "[2001:20::1]",
        "[2001:30::1]",
        "[2001:200::1]",
        "192.31.196.1",
        "test.example",
        "[2001:0:808:808:0:0:f7f7:f7f7]",
        "xn--bcher-kva.example",
        "b\u{fc}cher.example",
        "local.example",
        "home.arpa.example",
        "myhome.arpa",
        "notlocal.xlocal",
        "1.example",
        "a_b.example",
    ];

    #[test]
    fn a_host_in_the_users_own_network_is_local() {
        for (why, hosts) in LOCAL {
            for host in *hosts {
                assert!(is_local(&format!("http://{host}/a")), "{why}: {host}");
                assert!(is_local(&format!("https://user@{host}?a")), "{why}: {host}");
            }
        }
        for host in PUBLIC {
            assert!(!is_local(&format!("https://{host}/a")), "{host}");
        }
        assert!(!is_local("data:,x") && !is_local("about:blank"));
    }

    #[test]
    fn a_loopback_host_is_on_this_machine() {
        for own in ["localhost", "a.localhost:8080", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8080", "LOCALHOST"] {
            assert!(is_own_machine(&format!("http://{own}/a")), "{own}");
        }
        for other in ["printer", "192.168.0.1", "[::2]", "localhost.example.org", "127.0.0.1.example.org"] {
            assert!(!is_own_machine(&format!("http://{other}/a")), "{other}");
        }
        assert!(!is_own_machine("about:blank"));
    }
}
