//! Keys and pointer. The events are made by the browser itself and travel the way those of a
//! keyboard and a mouse do: through its window, to whatever has the focus or lies there.

use anyhow::Result;
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::firefox::Firefox;

/// A place in the sidebar.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// the row of this name
    Row(&'a str),
    /// the twisty of the row of this name
    Twisty(&'a str),
    /// the first element that matches this selector, in an open shadow root or not
    Css(&'a str),
}

impl At<'_> {
    /// JavaScript that gives the element.
    fn js(self) -> String {
        match self {
            Self::Row(name) => format!("row({})", json!(name)),
            Self::Twisty(name) => format!("row({}).querySelector('[part~=twisty]')", json!(name)),
            Self::Css(selector) => format!("one({})", json!(selector)),
        }
    }
}

/// A mouse button.
#[derive(Clone, Copy, Debug)]
pub enum Button {
    /// the main one
    Left = 0,
    /// the wheel
    Middle = 1,
    /// the one for menus
    Right = 2,
}

/// Where an element is in the panel, brought into view if it is not.
const CENTRE: &str = r#"
    const before = element.getBoundingClientRect().top;
    element.scrollIntoView({ block: "nearest" });
    if (element.getBoundingClientRect().top != before) {
        // Rows are drawn anew in the next frame.
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
    const box = element.getBoundingClientRect();
    if (box.width == 0 || box.height == 0) throw new Error("the element has no size: it does not show");
    const x = box.x + Math.min(box.width, innerWidth - box.x) / 2, y = box.y + box.height / 2;
    const hit = element.getRootNode().elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.contains(element))) {
        throw new Error(`something else is at ${x}, ${y}: ${hit?.outerHTML.slice(0, 200)}`);
    }
    return [x, y];
"#;

impl Firefox {
    /// Presses one key and lets it go.
    pub async fn press(&self, key: impl Into<char>) -> Result<()> {
        self.press_with(&[], key).await
    }

    /// Presses a key while `held` are down.
    pub async fn press_with(&self, held: &[Key], key: impl Into<char>) -> Result<()> {
        self.speak_to_front_window().await?;
        let key: char = key.into();
        let down = held.iter().map(|k| (true, k.value()));
        let up = held.iter().rev().map(|k| (false, k.value()));
        let strokes: Vec<Value> =
            down.chain([(true, key), (false, key)]).chain(up).map(|(down, key)| stroke(down, key)).collect();
        self.act(&[json!({ "type": "key", "id": "keyboard", "actions": strokes })]).await
    }

    /// Types a text.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        for key in text.chars() {
            self.press(key).await?;
        }
        Ok(())
    }

    /// Gives the sidebar the keyboard's focus, without saying where in it.
    pub async fn focus_sidebar(&self) -> Result<()> {
        self.chrome(
            "Services.focus.activeWindow ?? front().focus(); sidebarFrame().focus(); panel().focus();
             await until('the focus in the sidebar', () => evaluate(panel(), 'return document.hasFocus()'));",
            &[],
        )
        .await?;
        Ok(())
    }

    /// Gives an element of the sidebar the keyboard's focus.
    pub async fn focus(&self, at: At<'_>) -> Result<()> {
        self.focus_sidebar().await?;
        let focus = format!("{}.focus();", at.js());
        self.wait_until(&format!("{at:?} to focus"), async || self.in_sidebar(&focus, &[]).await.map(Some)).await?;
        Ok(())
    }

    /// Clicks on an element of the sidebar with the main button.
    pub async fn click(&self, at: At<'_>) -> Result<()> {
        self.click_with(&[], Button::Left, at).await
    }

    /// Clicks with a button while keys are held.
    pub async fn click_with(&self, held: &[Key], button: Button, at: At<'_>) -> Result<()> {
        self.speak_to_front_window().await?;
        let (x, y) = self.point(at).await?;
        let button = button as u8;
        let pointer = json!([
            { "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y },
            { "type": "pointerDown", "button": button },
            { "type": "pointerUp", "button": button },
        ]);
        // Keys are let go where they were pressed, even if the click brought another window to the front.
        for key in held {
            self.act(&[json!({ "type": "key", "id": "keyboard", "actions": [stroke(true, key.value())] })]).await?;
        }
        let clicked = self.act(&[mouse(&pointer)]).await;
        for key in held.iter().rev() {
            self.act(&[json!({ "type": "key", "id": "keyboard", "actions": [stroke(false, key.value())] })]).await?;
        }
        clicked
    }

    /// Moves the pointer onto an element of the sidebar.
    pub async fn hover(&self, at: At<'_>) -> Result<()> {
        self.speak_to_front_window().await?;
        let (x, y) = self.point(at).await?;
        self.act(&[mouse(&json!([{ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y }]))])
            .await
    }

    /// Turns the wheel over an element of the sidebar, downwards for a positive number of pixels.
    pub async fn wheel(&self, at: At<'_>, pixels: i32) -> Result<()> {
        self.speak_to_front_window().await?;
        let (x, y) = self.point(at).await?;
        let turn = json!({ "type": "scroll", "duration": 0, "origin": "viewport", "x": x, "y": y, "deltaX": 0, "deltaY": pixels });
        self.act(&[json!({ "type": "wheel", "id": "wheel", "actions": [turn] })]).await
    }

    /// Lets go of every key and button.
    pub(crate) async fn release_input(&self) -> Result<()> {
        self.command("DELETE", "actions", Value::Null).await
    }

    /// The middle of an element in the window's own coordinates. Waits for the element, as a user does
    /// who sees that it is on its way.
    async fn point(&self, at: At<'_>) -> Result<(i64, i64)> {
        let element = json!(format!("const element = {};{CENTRE}", at.js()));
        let script = "const [x, y] = await evaluate(panel(), A[0]);
             const frame = sidebarFrame().getBoundingClientRect(), inner = panel().getBoundingClientRect();
             return [Math.round(frame.x + inner.x + x), Math.round(frame.y + inner.y + y)];";
        let there = async || Ok(Some(self.chrome_as(script, std::slice::from_ref(&element)).await?));
        self.wait_until(&format!("{at:?} to point at"), there).await
    }

    async fn act(&self, sources: &[Value]) -> Result<()> {
        self.command("POST", "actions", json!({ "actions": sources })).await
    }
}

fn stroke(down: bool, key: char) -> Value {
    json!({ "type": if down { "keyDown" } else { "keyUp" }, "value": key })
}

fn mouse(actions: &Value) -> Value {
    json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions })
}
