//! The network of a native walk: the files of one site. Other hosts give no answer.

use std::cell::RefCell;

use navibar::decode::TextDecoder;
use navibar::inspect::{FileBody, Mirror};
use navibar::session::{Cache, Fetch, FetchError, Response};
use navibar_browser_tests::{Served, SiteFolder};
use url::Url;

/// The files of a site, as the server of the walk in Firefox serves them.
pub(super) struct Files<'a> {
    site: &'a SiteFolder,
    /// the addresses that were requested
    pub(super) requests: RefCell<Vec<String>>,
}

impl<'a> Files<'a> {
    pub(super) fn new(site: &'a SiteFolder) -> Self {
        Self { site, requests: RefCell::default() }
    }

    fn served(&self, url: &str) -> Option<Served> {
        let url = Url::parse(url).ok().filter(|url| url.host_str() == Some(&self.site.host))?;
        self.site.served(url.path())
    }
}

impl Fetch for Files<'_> {
    type Body = FileBody;

    async fn fetch(&self, url: &str, cache: Cache) -> Result<Response<FileBody>, FetchError> {
        self.requests.borrow_mut().push(url.to_owned());
        match self.served(url) {
            Some(Served::File(_, bytes)) => Mirror::new(None).with_bytes(url, bytes).fetch(url, cache).await,
            Some(Served::Moved(to)) => {
                let response = Mirror::new(None).fetch(url, cache).await?;
                Ok(Response { status: 301, location: Some(to), ..response })
            }
            None => Mirror::new(None).fetch(url, cache).await,
        }
    }

    fn text_decoder(label: &str) -> Option<Box<dyn TextDecoder>> {
        Mirror::text_decoder(label)
    }
}
