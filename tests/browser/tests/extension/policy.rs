//! The content security policy of the extension's pages. The session in `isolation.rs` shows that the pages need no more
//! than it allows.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use navibar_browser_tests::{Browser, Server, browser_test};
use serde_json::json;

/// Tries actions that no page of the extension needs, each with the directives that may refuse it. Returns the actions that
/// were not refused, with the other refusals. `args[0]` is a site.
const FORBIDDEN: &str = r#"
    const ran = (what) => `document.documentElement.dataset.ran = '${what}'`;
    const made = (name, attributes, ...children) => {
        const it = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
        it.append(...children);
        return it;
    };
    const { head, body } = document;
    // A browser without trusted types refuses scripts, but not all markup.
    const isTyped = Boolean(window.trustedTypes);
    const script = isTyped ? ["require-trusted-types-for"] : ["script-src", "script-src-elem", "script-src-attr"];
    const attempts = {
        "inline script": [script, () => head.append(made("script", {}, ran("inline script")))],
        "inline module": [script, () => head.append(made("script", { type: "module" }, ran("inline module")))],
        "script of a site": [script, () => head.append(made("script", { src: `${args[0]}/script.js` }))],
        "eval": [script, () => window.eval(ran("eval"))],
        "new Function": [script, () => new window.Function(ran("new Function"))()],
        "setTimeout": [script, () => window.setTimeout(ran("setTimeout"))],
        "event handler": [script, () => made("div", { onclick: ran("event handler") }).click()],
        "link to a script": [[...script, "script-src-elem"], () => made("a", { href: `javascript:${ran("link to a script")}` }).click()],
        "markup": [script, () => (made("div", {}).innerHTML = `<img src=x onerror="${ran("markup")}">`)],
        "inline style": [["style-src-elem"], () => head.append(made("style", {}, "body { color: red }"))],
        "style attribute": [["style-src-attr"], () => body.append(made("div", { style: "color: red" }))],
        "style of a site": [["style-src-elem"], () => head.append(made("link", { rel: "stylesheet", href: `${args[0]}/style.css` }))],
        "picture of a site": [["img-src"], () => body.append(made("img", { src: `${args[0]}/picture.png` }))],
        "picture as data": [["img-src"], () => body.append(made("img", { src: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" }))],
        "frame": [["frame-src"], () => body.append(made("iframe", { src: `${args[0]}/frame.html` }))],
        "object": [["object-src", ...script], () => body.append(made("object", { data: `${args[0]}/object.html` }))],
        "sound": [["media-src"], () => body.append(made("audio", { src: `${args[0]}/sound.ogg`, preload: "auto" }))],
        "letters": [["font-src"], () => void new window.FontFace("own", `url(${args[0]}/letters.woff)`).load().catch(() => {})],
        "socket": [["connect-src"], () => new window.WebSocket(`${args[0].replace("http", "ws")}/socket`)],
        "data": [["connect-src"], () => window.fetch("data:,x").catch(() => {})],
        "base": [["base-uri"], () => head.append(made("base", { href: args[0] }))],
        "form": [["form-action"], () => {
            const form = made("form", { action: `${args[0]}/form`, method: "post" });
            body.append(form);
            form.submit();
        }],
    };
    if (isTyped) attempts["policy"] = [["trusted-types"], () => window.trustedTypes.createPolicy("own", {})];
    // Runs outside the protocol's own call, because Chromium allows scripts to be evaluated in it.
    await new Promise((later) => setTimeout(later));
    const allowed = {};
    for (const [what, [directives, attempt]] of Object.entries(attempts)) {
        const { promise, resolve } = Promise.withResolvers();
        const heard = [];
        const hear = ({ effectiveDirective }) => {
            heard.push(effectiveDirective);
            if (directives.includes(effectiveDirective)) resolve(true);
        };
        document.addEventListener("securitypolicyviolation", hear);
        const patience = setTimeout(resolve, 5000, false);
        try { attempt(); } catch {}
        if (!(await promise)) allowed[what] = heard.join();
        clearTimeout(patience);
        document.removeEventListener("securitypolicyviolation", hear);
    }
    const { ran: hasRun } = document.documentElement.dataset;
    return hasRun ? { ...allowed, hasRun } : allowed;
"#;

#[test]
fn the_policy_refuses_everything_that_pages_do_not_need() -> Result<()> {
    browser_test("the_policy_refuses_everything_that_pages_do_not_need", async |browser| {
        let site = Server::start()?;
        browser.open_sidebar().await?;
        assert_eq!(browser.take_console().await?, Vec::<String>::new());
        let allowed: BTreeMap<String, String> =
            browser.in_sidebar_as(FORBIDDEN, &[json!(site.url("").trim_end_matches('/'))]).await?;
        assert_eq!(allowed, BTreeMap::new(), "each with the other refusals at that time");
        assert_eq!(site.requests(), []);
        let messages = browser.take_console().await?;
        ensure!(messages.iter().any(|line| line.contains(&site.url(""))), "refusals are not reported: {messages:?}");
        Ok(())
    })
}

#[test]
fn the_extension_has_only_the_permissions_that_it_needs() -> Result<()> {
    browser_test("the_extension_has_only_the_permissions_that_it_needs", async |browser| {
        let server = Server::start()?;
        browser.goto(&server.url("/")).await?;
        browser.open_sidebar().await?;
        let rights = "const { permissions, origins } = await (globalThis.browser ?? chrome).permissions.getAll();
            return { permissions: permissions.filter((name) => !name.startsWith('internal:')).sort(), origins };";
        let own: &[&str] = match browser {
            Browser::Firefox(_) => {
                &["contextualIdentities", "menus", "menus.overrideContext", "scripting", "storage", "webRequest"]
            }
            Browser::Chromium(_) => &["scripting", "sidePanel", "storage", "webRequest"],
        };
        // `<all_urls>` would also allow files on the disk and pictures of every tab.
        assert_eq!(browser.in_sidebar(rights, &[]).await?, json!({ "permissions": own, "origins": ["*://*/*"] }));
        Ok(())
    })
}
