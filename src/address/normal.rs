//! The normal form of addresses: that of the URL standard (<https://url.spec.whatwg.org/>), which browsers open and show.
//!
//! An address gets its normal form where it enters: in a document, in the facts of a page, in robots.txt. Everything after
//! that compares, requests and shows the same text. The platform parses the rare addresses that are not normal already:
//! natively a library, in WebAssembly the browser. So the engine needs no tables of international names.

use std::borrow::Cow;
use std::net::Ipv4Addr;

/// Returns the normal form of an absolute address: host in Punycode and lower case, path without dot segments,
/// percent-encoded where browsers do it. It has no user name and no password, and its host no dot at the end, because both
/// make a host look like another one. Returns `None` if no browser can open the address.
pub(crate) fn normal(address: &str) -> Option<Cow<'_, str>> {
    match is_normal(address) {
        true => Some(Cow::Borrowed(address)),
        false => plain(platform::parsed(address)?).map(Cow::Owned),
    }
}

/// Returns the normal form of a reference, which may be relative to `base`.
pub(crate) fn joined(base: &str, reference: &str) -> Option<String> {
    plain(platform::joined(base, reference)?)
}

/// Returns `true` if an address is surely in its normal form. Most addresses are.
pub(crate) fn is_normal(address: &str) -> bool {
    let secure = address.strip_prefix("https://").map(|rest| (rest, "443"));
    let Some((rest, default_port)) = secure.or_else(|| Some((address.strip_prefix("http://")?, "80"))) else {
        return false;
    };
    let bytes = rest.as_bytes();
    memchr::memchr(b'/', bytes).is_some_and(|end| {
        let (authority, path) = (&rest[..end], &bytes[end..]);
        is_plain_text(path) && !has_dot_segment(path) && is_normal_authority(authority, default_port)
    })
}

/// Returns `true` if a relative reference stays as it is when it is resolved. Only its dot segments go.
pub(crate) fn is_plain_reference(reference: &str) -> bool {
    let bytes = reference.as_bytes();
    let is_encoded_dot = |at: usize| bytes[at + 1..].get(..2).is_some_and(|hex| hex.eq_ignore_ascii_case(b"2e"));
    is_plain_text(bytes) && !bytes.starts_with(b"//") && !memchr::memchr_iter(b'%', bytes).any(is_encoded_dot)
}

/// Bytes that mean the same everywhere behind the host.
const IS_PLAIN: [bool; 256] = {
    let mut is_plain = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        is_plain[byte] = match byte as u8 {
            b'"' | b'\'' | b'<' | b'>' | b'[' | b'\\' | b']' | b'^' | b'`' | b'{' | b'|' | b'}' => false,
            byte => byte.is_ascii_graphic(),
        };
        byte += 1;
    }
    is_plain
};

/// Returns `true` if a byte means the same everywhere behind the host.
pub(crate) const fn is_plain(byte: u8) -> bool {
    IS_PLAIN[byte as usize]
}

// A loop without an early exit is fast.
fn is_plain_text(bytes: &[u8]) -> bool {
    bytes.iter().fold(true, |so_far, &byte| so_far & is_plain(byte))
}

/// Returns `true` if a segment begins with a dot, which may be encoded.
fn has_dot_segment(path: &[u8]) -> bool {
    memchr::memchr2_iter(b'.', b'%', path).any(|at| {
        let is_dot = path[at] == b'.' || path[at + 1..].get(..2).is_some_and(|hex| hex.eq_ignore_ascii_case(b"2e"));
        is_dot && at > 0 && path[at - 1] == b'/'
    })
}

/// Returns `true` for a plain name in lower case, and a port that is not the default one.
fn is_normal_authority(authority: &str, default_port: &str) -> bool {
    let (host, port) = match memchr::memchr(b':', authority.as_bytes()) {
        Some(colon) => (&authority[..colon], Some(&authority[colon + 1..])),
        None => (authority, None),
    };
    let is_port = |port: &str| !port.starts_with(['0', '+']) && port.parse::<u16>().is_ok() && port != default_port;
    let (mut before, mut last) = (b'.', 0);
    for (at, &byte) in host.as_bytes().iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => {}
            b'.' if before != b'.' => last = at + 1,
            _ => return false,
        }
        // Only the platform can say if a name in Punycode is valid.
        if byte == b'-' && before == b'-' {
            return false;
        }
        before = byte;
    }
    // A host that ends in a number is an IPv4 address in some notation. This one is normal.
    let is_address = || host.parse::<Ipv4Addr>().is_ok();
    host.as_bytes().get(last).is_some_and(|first| !first.is_ascii_digit() || is_address()) && port.is_none_or(is_port)
}

/// Returns an address of the platform without user name and password, and without dots at the end of its host.
fn plain(mut address: String) -> Option<String> {
    let Some(start) = ["https://", "http://", "ftp://"].iter().find(|start| address.starts_with(**start)) else {
        return Some(address);
    };
    let start = start.len();
    let end = start + address[start..].find(['/', '?', '#']).unwrap_or(address.len() - start);
    let (host_start, host_end) = {
        let authority = &address[start..end];
        let host = authority.rfind('@').map_or(0, |at| at + 1);
        let port = authority.rfind(':').filter(|&at| at > host && !authority.ends_with(']'));
        (start + host, port.map_or(end, |at| start + at))
    };
    let name = address[host_start..host_end].trim_end_matches('.').len();
    if name == 0 {
        return None;
    }
    let has_dots = host_start + name < host_end;
    address.replace_range(host_start + name..host_end, "");
    address.replace_range(start..host_start, "");
    // Without the dots, the name may be a number in another notation.
    if has_dots { platform::parsed(&address) } else { Some(address) }
}

/// The parser of the platform.
#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use url::Url;

    pub(super) fn parsed(address: &str) -> Option<String> {
        Url::parse(address).ok().map(String::from)
    }

    pub(super) fn joined(base: &str, reference: &str) -> Option<String> {
        Url::parse(base).ok()?.join(reference).ok().map(String::from)
    }
}

/// The parser of the platform.
#[cfg(target_arch = "wasm32")]
mod platform {
    use web_sys::Url;

    pub(super) fn parsed(address: &str) -> Option<String> {
        Url::new(address).ok().map(|url| url.href())
    }

    pub(super) fn joined(base: &str, reference: &str) -> Option<String> {
        Url::new_with_base(reference, base).ok().map(|url| url.href())
    }
}
