//! The panel: its document, and the rows of its tree by their ARIA roles.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::firefox::Firefox;

/// A row of the tree as assistive technology sees it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Row {
    /// its accessible name
    pub name: String,
    /// depth in the tree, from 1
    pub level: u32,
    /// number of siblings, this row included
    pub setsize: u32,
    /// position among them, from 1
    pub posinset: u32,
    /// `None` without children
    pub expanded: Option<bool>,
    /// `true` for the current page
    pub current: bool,
    /// `true` if it has the keyboard's focus
    pub focused: bool,
    /// the link; `None` for a heading
    pub href: Option<String>,
    /// `Row.id` of the session, which distinguishes rows of the same name
    pub id: Option<String>,
}

/// Reads the rows in the document, from top to bottom.
const ROWS: &str = r#"
    const focused = (e) => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return document.hasFocus() && active == e;
    };
    const flag = (value) => value === null ? undefined : value == "true";
    // The pane below the tree has rows, too.
    return all("[role=treeitem]")
        .filter((e) => e.getClientRects().length > 0 && !e.closest('#outline'))
        .map((e) => ({ e, top: e.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ e }) => ({
            name: nameOf(e),
            level: Number(e.getAttribute("aria-level")),
            setsize: Number(e.getAttribute("aria-setsize")),
            posinset: Number(e.getAttribute("aria-posinset")),
            expanded: flag(e.getAttribute("aria-expanded")),
            current: (e.getAttribute("aria-current") ?? "false") != "false",
            focused: focused(e),
            href: e.href || undefined,
            id: e.dataset.id,
        }));
"#;

/// Scrolls the tree down by half a view, or to the top. Returns `true` if it moved.
const SCROLL: &str = r#"
    const scrolls = (e) => e && e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY);
    const up = (e) => e.assignedSlot ?? e.parentElement ?? e.getRootNode().host;
    let box = one("[role=tree]");
    while (box && !scrolls(box)) box = up(box);
    box ??= document.scrollingElement;
    const before = box.scrollTop;
    box.scrollTop = args[0] ? 0 : before + box.clientHeight / 2;
    const moved = box.scrollTop != before;
    // The rows are painted in the next frame.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return moved;
"#;

impl Firefox {
    /// Opens the extension's sidebar in the front window and waits for its document.
    pub async fn open_sidebar(&self) -> Result<()> {
        self.chrome(
            "const id = await sidebarId(A[0]);
             if (!sidebarIsOpen(id)) await front().SidebarController.show(id);
             await panelLoaded();",
            &[json!(self.extension_id)],
        )
        .await?;
        Ok(())
    }

    /// Opens the extension's sidebar in the front window. It must be closed. Returns the milliseconds until the first rows are
    /// painted, and until the rows of the tree are.
    pub async fn time_sidebar(&self) -> Result<(f64, f64)> {
        self.chrome_as(
            "const id = await sidebarId(A[0]);
             return await timeSidebar(id);",
            &[json!(self.extension_id)],
        )
        .await
    }

    /// Closes the sidebar of the front window.
    pub async fn close_sidebar(&self) -> Result<()> {
        self.chrome("front().SidebarController.hide();", &[]).await?;
        Ok(())
    }

    /// Returns `true` if the front window shows the extension's sidebar.
    pub async fn sidebar_is_open(&self) -> Result<bool> {
        self.chrome_as("return sidebarIsOpen(await sidebarId(A[0]));", &[json!(self.extension_id)]).await
    }

    /// Sets the width of the sidebar in CSS pixels.
    pub async fn set_sidebar_width(&self, width: u32) -> Result<()> {
        // Without this minimum, Firefox keeps the box wider.
        self.chrome(
            "const { style } = front().document.getElementById('sidebar-box');
             style.minWidth = '100px';
             style.width = `${A[0]}px`;
             style.width = `${2 * A[0] - panel().getBoundingClientRect().width}px`;
             await until('the width', () => Math.abs(panel().getBoundingClientRect().width - A[0]) < 1);",
            &[json!(width)],
        )
        .await?;
        Ok(())
    }

    /// Presses the extension's button in the toolbar, as a pointer or the keyboard does.
    pub async fn press_toolbar_button(&self) -> Result<()> {
        self.chrome(
            "const { ExtensionCommon } = ChromeUtils.importESModule('resource://gre/modules/ExtensionCommon.sys.mjs');
             const button = front().document.getElementById(ExtensionCommon.makeWidgetId(A[0]) + '-BAP');
             if (!button?.checkVisibility()) throw new Error('the toolbar has no button');
             button.click();",
            &[json!(self.extension_id)],
        )
        .await?;
        Ok(())
    }

    /// A picture of the sidebar's document as PNG, with `scale` pixels for each CSS pixel. It has at most `height` CSS pixels
    /// from the top. Native menus and tooltips are separate windows and are not in it.
    pub async fn sidebar_picture(&self, scale: f64, height: u32) -> Result<Vec<u8>> {
        let png: String = self
            .chrome_as(
                "const { width, height } = panel().getBoundingClientRect();
                 const part = new DOMRect(0, 0, Math.round(width), Math.min(Math.round(height), A[1]));
                 const shown = await panel().browsingContext.currentWindowGlobal.drawSnapshot(part, A[0], 'white');
                 const canvas = front().document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
                 [canvas.width, canvas.height] = [shown.width, shown.height];
                 canvas.getContext('2d').drawImage(shown, 0, 0);
                 return canvas.toDataURL().split(',')[1];",
                &[json!(scale), json!(height)],
            )
            .await?;
        BASE64_STANDARD.decode(png).context("the picture is not in base64")
    }

    /// Evaluates the body of an async function in the sidebar's document, in its own world. `args` are its arguments.
    /// `one(selector)` and `all(selector)` also find elements in open shadow roots.
    pub async fn in_sidebar(&self, js: &str, args: &[Value]) -> Result<Value> {
        self.chrome("return evaluate(panel(), A[0], A[1]);", &[json!(js), json!(args)]).await
    }

    /// Chooses files in the dialog of the sidebar's file input. WebDriver's "send keys" does the same, but cannot reach the
    /// sidebar.
    pub async fn choose_files(&self, paths: &[&Path]) -> Result<()> {
        self.chrome(
            r#"
            const choose = async (paths) => {
              const input = content.document.querySelector("input[type=file]");
              input.mozSetFileArray(await Promise.all(paths.map((path) => File.createFromFileName(path))));
              input.dispatchEvent(new content.Event("change", { bubbles: true }));
              sendAsyncMessage("navibar:chosen");
            };
            const { messageManager } = panel();
            let isChosen = false;
            const listener = { receiveMessage: () => (isChosen = true) };
            messageManager.addMessageListener("navibar:chosen", listener);
            messageManager.loadFrameScript(`data:,${encodeURIComponent(`(${choose})(${JSON.stringify(A[0])})`)}`, false);
            await until("the file to be chosen", () => isChosen);
            messageManager.removeMessageListener("navibar:chosen", listener);"#,
            &[json!(paths)],
        )
        .await?;
        Ok(())
    }
}

impl Browser {
    /// Does the same as [`Browser::in_sidebar`], with a typed result.
    pub async fn in_sidebar_as<T: DeserializeOwned>(&self, js: &str, args: &[Value]) -> Result<T> {
        Ok(serde_json::from_value(self.in_sidebar(js, args).await?)?)
    }

    /// The visible text of the sidebar, for messages and for states without a tree.
    pub async fn sidebar_text(&self) -> Result<String> {
        self.in_sidebar_as(
            "const text = (root) => [...root.childNodes].map((n) => n.nodeType == 3 ? n.data
                 : n.nodeType != 1 || ['STYLE', 'SCRIPT'].includes(n.nodeName) || n.localName != 'slot' && !n.checkVisibility() ? ''
                 : (n.shadowRoot ? text(n.shadowRoot) : n.localName == 'slot' ? n.assignedNodes().map((a) => text({ childNodes: [a] })).join('') : text(n))
                   + (getComputedStyle(n).display.startsWith('inline') ? '' : '\\n')).join('');
             return text(document.body).replace(/[^\\S\\n]+/g, ' ').replace(/ ?\\n\\s*/g, '\\n').trim();",
            &[],
        )
        .await
    }

    /// The rows in the document, from top to bottom. For a long tree these are the visible rows and some around them.
    pub async fn rows(&self) -> Result<Vec<Row>> {
        self.in_sidebar_as(ROWS, &[]).await
    }

    /// All rows of the tree. Scrolls from its top to its end.
    pub async fn all_rows(&self) -> Result<Vec<Row>> {
        let mut seen = HashSet::new();
        let mut rows = Vec::new();
        // The tree may still scroll to the current page. Rows that stay at the top would then come first.
        while self.in_sidebar(SCROLL, &[json!(true)]).await? == json!(true) {}
        loop {
            for row in self.rows().await? {
                if seen.insert(row.id.clone().unwrap_or_else(|| format!("{row:?}"))) {
                    rows.push(row);
                }
            }
            if self.in_sidebar(SCROLL, &[json!(false)]).await? != json!(true) {
                return Ok(rows);
            }
        }
    }

    /// Waits until `accept` returns `true` for the rows. Returns the rows.
    pub async fn wait_for_rows(&self, what: &str, accept: impl Fn(&[Row]) -> bool) -> Result<Vec<Row>> {
        self.wait_until(what, async || {
            let rows = self.rows().await?;
            Ok(accept(&rows).then_some(rows))
        })
        .await
    }

    /// Waits until `js` returns a truthy value in the sidebar. Returns the value.
    pub async fn wait_in_sidebar(&self, what: &str, js: &str, args: &[Value]) -> Result<Value> {
        self.wait_until(what, async || {
            let value = self.in_sidebar(js, args).await?;
            let truthy = !matches!(&value, Value::Null | Value::Bool(false)) && value != json!(0) && value != json!("");
            Ok(truthy.then_some(value))
        })
        .await
    }
}

/// Formats rows as an outline.
pub fn outline(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let indent = "  ".repeat(row.level.saturating_sub(1) as usize);
        let twisty = match row.expanded {
            Some(true) => "▾",
            Some(false) => "▸",
            None => "·",
        };
        let mark = if row.current { "  ← this page" } else { "" };
        text.push_str(&format!("{indent}{twisty} {}{mark}\n", row.name));
    }
    text
}
