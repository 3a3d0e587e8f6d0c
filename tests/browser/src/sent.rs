//! The requests that Firefox sends for the extension itself, not for the page in the tab.

use anyhow::Result;
use serde_json::json;

use crate::browser::Browser;

impl Browser {
    /// Records the requests of the extension from now on, in Firefox: those of its pages, and those of its scripts in web
    /// pages. Each hop of a redirect and each answer from the cache counts.
    pub async fn record_extension_requests(&self) -> Result<()> {
        let script = "
            const sent = (Services.ppmm.navibarSent = []);
            const isOwn = (principal) => (principal?.addonPolicy ?? principal?.contentScriptAddonPolicy)?.id === A[0];
            const observer = {
                observe(subject) {
                    const channel = subject.QueryInterface(Ci.nsIHttpChannel);
                    const { loadingPrincipal, triggeringPrincipal } = channel.loadInfo;
                    if (isOwn(loadingPrincipal) || isOwn(triggeringPrincipal)) sent.push(channel.URI.specIgnoringRef);
                },
            };
            Services.ppmm.navibarSentObserver = observer;
            Services.obs.addObserver(observer, 'http-on-modify-request');";
        self.chrome(script, &[json!(self.firefox()?.extension_id)]).await?;
        Ok(())
    }

    /// The addresses of the recorded requests, in order.
    pub async fn extension_requests(&self) -> Result<Vec<String>> {
        self.chrome_as("return [...(Services.ppmm.navibarSent ?? [])];", &[]).await
    }
}
