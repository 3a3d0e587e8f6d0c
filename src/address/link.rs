//! An address that knows the key of its page, because many claims about a menu compare the same entries.

use super::page_key::PageKey;
use std::ops::Deref;

/// What leads to a page.
pub(crate) trait Address {
    fn url(&self) -> &str;
    /// Returns the key of the page: see [`PageKey::new`].
    fn page_key(&self) -> PageKey<'_>;
    /// Returns the key of the page as an entry of a list: see [`PageKey::of_entry`].
    fn entry_key(&self) -> Option<PageKey<'_>>;
}

impl Address for str {
    fn url(&self) -> &str {
        self
    }

    fn page_key(&self) -> PageKey<'_> {
        PageKey::new(self)
    }

    fn entry_key(&self) -> Option<PageKey<'_>> {
        PageKey::of_entry(self)
    }
}

/// The address of a whole page, not of a part of it, with its key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Link {
    url: String,
    /// Where the key is in the address.
    start: u32,
    end: u32,
    host: u32,
    /// The key if the address does not contain it unchanged.
    own: Option<Box<str>>,
}

impl Link {
    pub(crate) fn new(url: String) -> Link {
        let key = PageKey::new(&url);
        let (start, length, host) = (key.start(), key.as_str().len(), key.host_end());
        let own = if start.is_none() { Some(Box::from(key.as_str())) } else { None };
        let start = start.unwrap_or(0);
        Link { start: start as u32, end: (start + length) as u32, host: host as u32, own, url }
    }

    /// Returns the bytes of its texts.
    pub(crate) fn bytes(&self) -> usize {
        self.url.len() + self.own.as_ref().map_or(0, |key| key.len())
    }

    pub(crate) fn key(&self) -> &str {
        self.own.as_deref().unwrap_or(&self.url[self.start as usize..self.end as usize])
    }
}

impl Address for Link {
    fn url(&self) -> &str {
        &self.url
    }

    fn page_key(&self) -> PageKey<'_> {
        PageKey::known(self.key(), self.host as usize)
    }

    fn entry_key(&self) -> Option<PageKey<'_>> {
        Some(self.page_key())
    }
}

impl Deref for Link {
    type Target = str;

    fn deref(&self) -> &str {
        &self.url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_the_key_of_its_page() {
        for url in [
            "https://www.example.org/",
            "https://www.example.org/docs/index.html",
            "https://www.example.org/a?b=1",
            "https://www.example.org/#/route",
            "https://www.example.org/index#/route",
            "https://www.example.org/%7euser/%c3%a9",
            "https://WWW.example.org/a/../b",
            "mailto:a@example.org",
        ] {
            let (link, key) = (Link::new(url.to_owned()), PageKey::new(url));
            assert_eq!((link.key(), &*link), (key.as_str(), url));
            assert_eq!((link.page_key().host_end(), link.page_key().is_host()), (key.host_end(), key.is_host()));
        }
    }

    #[test]
    fn the_memory_of_a_link_includes_a_key_of_its_own() {
        let plain = "https://www.example.org/~user";
        assert_eq!(Link::new(plain.to_owned()).bytes(), plain.len());
        let encoded = "https://www.example.org/%7Euser";
        assert_eq!(Link::new(encoded.to_owned()).bytes(), encoded.len() + "example.org/~user".len());
    }
}
