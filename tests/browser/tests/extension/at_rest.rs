//! An open sidebar beside a page at rest does nothing: no timer and no frame runs a script.

use std::time::Duration;

use anyhow::{Result, ensure};
use navibar_browser_tests::{At, browser_test};

use crate::site::{Site, garden, visit};

/// Records every callback that a timer or a frame runs from now on.
const WATCH: &str = "
    window.woken = [];
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
        const original = window[name].bind(window);
        window[name] = (callback, ...rest) => {
            const { stack } = new Error();
            return original((...given) => {
                window.woken.push(`${name} ${stack}`);
                return callback(...given);
            }, ...rest);
        };
    }";

/// The length of the rest. A shorter one could miss a slow timer.
const REST: Duration = Duration::from_secs(5);

#[test]
fn nothing_wakes_beside_a_page_at_rest() -> Result<()> {
    browser_test("nothing_wakes_beside_a_page_at_rest", async |browser| {
        let site = Site::start(&garden())?;
        visit(browser, &site).await?;
        browser.click(At::Twisty("Plants")).await?;
        browser.settle().await?;
        browser.in_sidebar(WATCH, &[]).await?;
        let proof = "one('[part~=scroller]').dispatchEvent(new Event('scroll')); return true";
        browser.in_sidebar(proof, &[]).await?;
        browser.wait_in_sidebar("a watched timer", "return window.woken.length > 0", &[]).await?;
        browser.settle().await?;
        browser.in_sidebar("window.woken.length = 0", &[]).await?;
        tokio::time::sleep(REST).await;
        let woken: Vec<String> = browser.in_sidebar_as("return window.woken", &[]).await?;
        ensure!(woken.is_empty(), "{} callbacks: {woken:#?}", woken.len());
        Ok(())
    })
}
