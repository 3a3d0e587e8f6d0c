//! The context menu of the sidebar: Firefox's native menu, and the drawn menu in Chromium.

use anyhow::Result;
use serde::Deserialize;
use serde_json::json;
use thirtyfour::Key;

use crate::browser::Browser;
use crate::input::{At, Button};

/// An entry of the menu.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct MenuEntry {
    /// Firefox's name: `menuitem`, `menu` (with a submenu) or `menuseparator`
    pub kind: String,
    /// the text
    pub label: String,
    /// `true` if it is greyed out
    pub disabled: bool,
    /// the icon's address
    pub icon: Option<String>,
    /// the entries of its submenu
    pub children: Vec<MenuEntry>,
}

impl MenuEntry {
    /// Returns `true` for the line between entries.
    pub fn is_separator(&self) -> bool {
        self.kind == "menuseparator"
    }
}

/// Reads a drawn menu. Its submenus are made when they are opened.
const READ_DRAWN: &str = r#"
    const menus = () => all("[role=menu]");
    const key = (key) => new KeyboardEvent("keydown", { key, bubbles: true, composed: true });
    const read = (menu) => [...menu.children].map((item) => {
        const entry = { kind: "menuseparator", label: "", disabled: false, icon: null, children: [] };
        if (item.role == "separator") return entry;
        entry.kind = item.ariaHasPopup == "menu" ? "menu" : "menuitem";
        entry.label = item.querySelector("[part~=menu-title]").textContent;
        entry.disabled = item.ariaDisabled == "true";
        entry.icon = item.querySelector("img")?.src ?? null;
        if (entry.kind == "menu") {
            item.click();
            entry.children = read(menus().at(-1));
            menus().at(-1).dispatchEvent(key("Escape"));
        }
        return entry;
    });
    return menus().length > 0 && read(menus()[0]);
"#;

impl Browser {
    /// Right-clicks an element of the sidebar and waits for its menu.
    pub async fn open_menu(&self, at: At<'_>) -> Result<Vec<MenuEntry>> {
        self.click_with(&[], Button::Right, at).await?;
        self.menu().await
    }

    /// Waits for the menu that a click or a key opens, and reads it with its submenus.
    pub async fn menu(&self) -> Result<Vec<MenuEntry>> {
        match self {
            Self::Firefox(_) => self.native_menu().await,
            Self::Chromium(_) => {
                Ok(serde_json::from_value(self.wait_in_sidebar("the context menu", READ_DRAWN, &[]).await?)?)
            }
        }
    }

    /// Waits for the native menu that a click or a key opens, and reads it with its submenus.
    pub async fn native_menu(&self) -> Result<Vec<MenuEntry>> {
        self.chrome_as(
            "await until('the context menu', () => menu()?.state == 'open'); return menuEntries(menu());",
            &[],
        )
        .await
    }

    /// Returns `true` if the menu is open.
    pub async fn menu_is_open(&self) -> Result<bool> {
        if matches!(self, Self::Chromium(_)) {
            return self.in_sidebar_as("return all('[role=menu]').length > 0", &[]).await;
        }
        self.chrome_as("return ['open', 'showing'].includes(menu()?.state);", &[]).await
    }

    /// Chooses an entry of the open menu by the path of labels to it.
    pub async fn choose(&self, path: &[&str]) -> Result<()> {
        if matches!(self, Self::Chromium(_)) {
            for (depth, label) in path.iter().enumerate() {
                self.click(At::Entry(depth, label)).await?;
            }
            // The entry may have brought a window without a panel to the front.
            let is_closed = async || Ok((!self.sidebar_is_open().await? || !self.menu_is_open().await?).then_some(()));
            return self.wait_until("the menu to close", is_closed).await;
        }
        self.chrome(
            "await chooseEntry(A[0]); await until('the menu to close', () => menu()?.state != 'open');",
            &[json!(path)],
        )
        .await?;
        Ok(())
    }

    /// Closes the open menu without choosing anything.
    pub async fn close_menu(&self) -> Result<()> {
        if matches!(self, Self::Chromium(_)) {
            self.press(Key::Escape).await?;
            self.wait_in_sidebar("the menu to close", "return all('[role=menu]').length == 0", &[]).await?;
            return Ok(());
        }
        self.chrome("menu()?.hidePopup(); await until('the menu to close', () => menu()?.state != 'open');", &[])
            .await?;
        Ok(())
    }
}

/// A menu as an outline: two blanks of indentation for each level, `---` for a separator.
pub fn menu_outline(entries: &[MenuEntry]) -> String {
    fn write(entries: &[MenuEntry], depth: usize, text: &mut String) {
        for entry in entries {
            let label = if entry.is_separator() { "---" } else { &entry.label };
            text.push_str(&format!("{}{label}\n", "  ".repeat(depth)));
            write(&entry.children, depth + 1, text);
        }
    }
    let mut text = String::new();
    write(entries, 0, &mut text);
    text
}
