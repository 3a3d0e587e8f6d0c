//! The native context menu of the sidebar.

use anyhow::Result;
use serde::Deserialize;
use serde_json::json;

use crate::firefox::Firefox;
use crate::input::{At, Button};

/// An entry of the native menu.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct MenuEntry {
    /// `menuitem`, `menu` (with a submenu) or `menuseparator`
    pub kind: String,
    /// the text
    pub label: String,
    /// whether it is greyed out
    pub disabled: bool,
    /// the icon's address
    pub icon: Option<String>,
    /// the entries of its submenu
    pub children: Vec<MenuEntry>,
}

impl MenuEntry {
    /// Whether it is the line between entries.
    pub fn is_separator(&self) -> bool {
        self.kind == "menuseparator"
    }
}

impl Firefox {
    /// Right-clicks an element of the sidebar and waits for the native menu.
    pub async fn open_menu(&self, at: At<'_>) -> Result<Vec<MenuEntry>> {
        self.click_with(&[], Button::Right, at).await?;
        self.native_menu().await
    }

    /// Waits for the native menu, which a click or a key opened, and reads it with its submenus.
    pub async fn native_menu(&self) -> Result<Vec<MenuEntry>> {
        self.chrome_as(
            "await until('the context menu', () => menu()?.state == 'open'); return menuEntries(menu());",
            &[],
        )
        .await
    }

    /// Whether the native menu shows.
    pub async fn menu_is_open(&self) -> Result<bool> {
        self.chrome_as("return ['open', 'showing'].includes(menu()?.state);", &[]).await
    }

    /// Chooses an entry of the open menu by the labels on the way to it.
    pub async fn choose(&self, path: &[&str]) -> Result<()> {
        self.chrome(
            "await chooseEntry(A[0]); await until('the menu to close', () => menu()?.state != 'open');",
            &[json!(path)],
        )
        .await?;
        Ok(())
    }

    /// Closes the open menu without choosing anything.
    pub async fn close_menu(&self) -> Result<()> {
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
