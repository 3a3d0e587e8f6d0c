//! Keys and pointer. The browser itself makes the events. They take the same way as those of a keyboard and a mouse: through
//! the window to the element with the focus or at that point.

use anyhow::{Result, bail};
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::browser::Browser;
use crate::chromium::Chromium;
use crate::firefox::Firefox;
use crate::window::Part;

/// A place in the sidebar.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// the row of this name
    Row(&'a str),
    /// the twisty of the row of this name
    Twisty(&'a str),
    /// the first element that matches this selector, also in open shadow roots
    Css(&'a str),
    /// the entry with this label in a drawn menu: the first menu, or the submenu of this depth
    Entry(usize, &'a str),
}

impl At<'_> {
    /// The JavaScript expression for the element.
    fn js(self) -> String {
        match self {
            Self::Row(name) => format!("row({})", json!(name)),
            Self::Twisty(name) => format!("row({}).querySelector('[part~=twisty]')", json!(name)),
            Self::Css(selector) => format!("one({})", json!(selector)),
            Self::Entry(depth, label) => format!(
                "(all('[role=menu]')[{depth}]?.querySelectorAll('[part~=menu-title]').values()
                     .find((title) => title.textContent == {}) ?? one('[no-such-entry]'))",
                json!(label)
            ),
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
    /// the button for menus
    Right = 2,
}

/// The centre of an element in the panel. Scrolls the element into view first.
const CENTRE: &str = r#"
    const before = element.getBoundingClientRect().top;
    element.scrollIntoView({ block: "nearest" });
    if (element.getBoundingClientRect().top != before) {
        // Rows are painted again in the next frame.
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

/// An action of the pointer at a point.
enum PointerAction {
    Move,
    Click(Button),
    /// presses the main button
    Press,
    /// releases the main button
    Release,
    /// turns the wheel; a positive number of pixels scrolls down
    Turn(i32),
    /// holds the main button down and moves to this point
    Drag(f64, f64),
}

impl Browser {
    /// Presses and releases a key.
    pub async fn press(&self, key: impl Into<char>) -> Result<()> {
        self.press_with(&[], key).await
    }

    /// Presses a key while `held` are down.
    pub async fn press_with(&self, held: &[Key], key: impl Into<char>) -> Result<()> {
        let key: char = key.into();
        let down = held.iter().map(|k| (true, k.value()));
        let up = held.iter().rev().map(|k| (false, k.value()));
        let strokes: Vec<(bool, char)> = down.chain([(true, key), (false, key)]).chain(up).collect();
        match self {
            Self::Firefox(firefox) => firefox.strokes(&strokes).await,
            Self::Chromium(chromium) => chromium.strokes(&strokes).await,
        }
    }

    /// Types a text.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        for key in text.chars() {
            self.press(key).await?;
        }
        Ok(())
    }

    /// Moves the keyboard's focus to an element of the sidebar.
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
        self.point(held, &PointerAction::Click(button), at).await
    }

    /// Presses the main button on an element of the sidebar. Returns the place for [`Browser::release`].
    pub async fn hold(&self, at: At<'_>) -> Result<(f64, f64)> {
        let place = self.place(at).await?;
        self.point_at(Part::Sidebar, &[], &PointerAction::Press, place).await?;
        Ok(place)
    }

    /// Releases the main button where it was pressed.
    pub async fn release(&self, place: (f64, f64)) -> Result<()> {
        self.point_at(Part::Sidebar, &[], &PointerAction::Release, place).await
    }

    /// Clicks on an element of the page in the active tab with the main button.
    pub async fn click_in_page(&self, selector: &str) -> Result<()> {
        let element = format!("const element = {};{CENTRE}", At::Css(selector).js());
        let there = async || Ok(Some(serde_json::from_value(self.in_page(&element, &[]).await?)?));
        let place = self.wait_until(&format!("{selector} to point at"), there).await?;
        self.point_at(Part::Page, &[], &PointerAction::Click(Button::Left), place).await
    }

    /// Moves the pointer onto an element of the sidebar.
    pub async fn hover(&self, at: At<'_>) -> Result<()> {
        self.point(&[], &PointerAction::Move, at).await
    }

    /// Turns the wheel over an element of the sidebar. A positive number of pixels scrolls down.
    pub async fn wheel(&self, at: At<'_>, pixels: i32) -> Result<()> {
        self.point(&[], &PointerAction::Turn(pixels), at).await
    }

    /// Turns the wheel at a point in CSS pixels. A positive number of pixels scrolls down.
    pub async fn wheel_at(&self, part: Part, place: (f64, f64), pixels: i32) -> Result<()> {
        self.point_at(part, &[], &PointerAction::Turn(pixels), place).await
    }

    /// Moves the pointer between two points in CSS pixels, with the main button held down.
    pub async fn drag(&self, part: Part, from: (f64, f64), to: (f64, f64)) -> Result<()> {
        self.point_at(part, &[], &PointerAction::Drag(to.0, to.1), from).await
    }

    /// Does an action in the middle of an element. Waits until the element exists.
    async fn point(&self, held: &[Key], deed: &PointerAction, at: At<'_>) -> Result<()> {
        self.point_at(Part::Sidebar, held, deed, self.place(at).await?).await
    }

    /// The middle of an element. Waits until the element exists.
    async fn place(&self, at: At<'_>) -> Result<(f64, f64)> {
        let script = format!("const element = {};{CENTRE}", at.js());
        let place = async || self.in_sidebar_as::<(f64, f64)>(&script, &[]).await.map(Some);
        self.wait_until(&format!("{at:?} to point at"), place).await
    }

    async fn point_at(&self, part: Part, held: &[Key], deed: &PointerAction, place: (f64, f64)) -> Result<()> {
        match self {
            Self::Firefox(firefox) => firefox.point(part, held, deed, place).await,
            Self::Chromium(chromium) => chromium.point(part, held, deed, place).await,
        }
    }
}

impl Firefox {
    /// Moves the keyboard's focus into the sidebar. The sidebar decides which element gets it.
    pub async fn focus_sidebar(&self) -> Result<()> {
        self.chrome(
            "Services.focus.activeWindow ?? front().focus(); sidebarFrame().focus(); panel().focus();
             await until('the focus in the sidebar', () => evaluate(panel(), 'return document.hasFocus()'));",
            &[],
        )
        .await?;
        Ok(())
    }

    async fn strokes(&self, strokes: &[(bool, char)]) -> Result<()> {
        self.speak_to_front_window().await?;
        let strokes: Vec<Value> = strokes.iter().map(|&(down, key)| stroke(down, key)).collect();
        self.act(&[json!({ "type": "key", "id": "keyboard", "actions": strokes })]).await
    }

    async fn point(&self, part: Part, held: &[Key], deed: &PointerAction, (x, y): (f64, f64)) -> Result<()> {
        self.speak_to_front_window().await?;
        let origin = self.origin(part).await?;
        let in_window = |x: f64, y: f64| ((origin.0 + x).round() as i64, (origin.1 + y).round() as i64);
        let (x, y) = in_window(x, y);
        let there = json!({ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y });
        let deed = match deed {
            PointerAction::Move => mouse(&json!([there])),
            PointerAction::Click(button) => {
                let button = *button as u8;
                let down = json!({ "type": "pointerDown", "button": button });
                mouse(&json!([there, down, { "type": "pointerUp", "button": button }]))
            }
            PointerAction::Press => mouse(&json!([there, { "type": "pointerDown", "button": 0 }])),
            PointerAction::Release => mouse(&json!([{ "type": "pointerUp", "button": 0 }])),
            PointerAction::Drag(x, y) => {
                let (x, y) = in_window(*x, *y);
                // Moves in steps, as a hand does, because a scroll bar ignores a single jump.
                let end = json!({ "type": "pointerMove", "duration": 200, "origin": "viewport", "x": x, "y": y });
                let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 }));
                mouse(&json!([there, down, end, up]))
            }
            PointerAction::Turn(pixels) => {
                let turn = json!({ "type": "scroll", "duration": 0, "origin": "viewport", "x": x, "y": y, "deltaX": 0, "deltaY": pixels });
                json!({ "type": "wheel", "id": "wheel", "actions": [turn] })
            }
        };
        // Keys are released in the window where they were pressed, even if the click brought another window to the front.
        for key in held {
            self.act(&[json!({ "type": "key", "id": "keyboard", "actions": [stroke(true, key.value())] })]).await?;
        }
        let done = self.act(&[deed]).await;
        for key in held.iter().rev() {
            self.act(&[json!({ "type": "key", "id": "keyboard", "actions": [stroke(false, key.value())] })]).await?;
        }
        done
    }

    /// The origin of a document's view in the window.
    async fn origin(&self, part: Part) -> Result<(f64, f64)> {
        self.chrome_as("const { x, y } = viewOf(A[0]); return [x, y];", &[json!(part.name())]).await
    }

    /// Releases every key and button.
    pub(crate) async fn release_input(&self) -> Result<()> {
        self.command("DELETE", "actions", Value::Null).await
    }

    /// Moves the pointer to the corner of the front window. A page or a sidebar that appears below the pointer receives its
    /// events, although no test has moved it there.
    pub(crate) async fn put_pointer_aside(&self) -> Result<()> {
        self.speak_to_front_window().await?;
        self.act(&[mouse(&json!([{ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": 0, "y": 0 }]))])
            .await
    }

    async fn act(&self, sources: &[Value]) -> Result<()> {
        self.command("POST", "actions", json!({ "actions": sources })).await
    }
}

impl Chromium {
    async fn strokes(&self, strokes: &[(bool, char)]) -> Result<()> {
        let mut held = 0;
        for &(is_down, key) in strokes {
            let bit = modifier(key);
            held = if is_down { held | bit } else { held & !bit };
            self.key(key_event(is_down, key, held)?).await?;
        }
        Ok(())
    }

    async fn point(&self, part: Part, held: &[Key], deed: &PointerAction, (x, y): (f64, f64)) -> Result<()> {
        let modifiers = held.iter().fold(0, |all, key| all | modifier(key.value()));
        let event = |kind: &str, more: Value| {
            let mut event = json!({ "type": kind, "x": x.round(), "y": y.round(), "modifiers": modifiers });
            for (name, value) in more.as_object().into_iter().flatten() {
                event[name] = value.clone();
            }
            event
        };
        let pressed = json!({ "button": "left", "buttons": 1, "clickCount": 1 });
        match deed {
            PointerAction::Press => {
                self.mouse(part, event("mouseMoved", json!({}))).await?;
                self.mouse(part, event("mousePressed", pressed)).await
            }
            PointerAction::Release => {
                self.mouse(part, event("mouseReleased", json!({ "button": "left", "clickCount": 1 }))).await
            }
            PointerAction::Move => self.mouse(part, event("mouseMoved", json!({}))).await,
            PointerAction::Drag(to_x, to_y) => {
                self.mouse(part, event("mouseMoved", json!({}))).await?;
                self.mouse(part, event("mousePressed", pressed)).await?;
                for step in 1..=10 {
                    let share = f64::from(step) / 10.0;
                    let place = json!({ "x": x + (to_x - x) * share, "y": y + (to_y - y) * share, "buttons": 1 });
                    self.mouse(part, event("mouseMoved", place)).await?;
                }
                let end = json!({ "x": to_x, "y": to_y, "button": "left", "clickCount": 1 });
                self.mouse(part, event("mouseReleased", end)).await
            }
            PointerAction::Turn(pixels) => {
                self.mouse(part, event("mouseWheel", json!({ "deltaX": 0, "deltaY": pixels }))).await
            }
            PointerAction::Click(button) => {
                let (name, bit) = match button {
                    Button::Left => ("left", 1),
                    Button::Middle => ("middle", 4),
                    Button::Right => ("right", 2),
                };
                self.mouse(part, event("mouseMoved", json!({}))).await?;
                let down = json!({ "button": name, "buttons": bit, "clickCount": 1 });
                self.mouse(part, event("mousePressed", down)).await?;
                self.mouse(part, event("mouseReleased", json!({ "button": name, "clickCount": 1 }))).await
            }
        }
    }
}

/// The bit of a modifier in events of Chromium's protocol, or 0 for other keys.
fn modifier(key: char) -> u8 {
    let bits = [(Key::Alt, 1), (Key::Control, 2), (Key::Meta, 4), (Key::Shift, 8)];
    bits.into_iter().find(|(each, _)| each.value() == key).map_or(0, |(_, bit)| bit)
}

/// A key in Chromium's protocol: its name, the code of its place on the keyboard, and its Windows key code.
fn key_event(is_down: bool, key: char, held: u8) -> Result<Value> {
    let named: &[(Key, &str, u8)] = &[
        (Key::Backspace, "Backspace", 8),
        (Key::Tab, "Tab", 9),
        (Key::Enter, "Enter", 13),
        (Key::Shift, "Shift", 16),
        (Key::Control, "Control", 17),
        (Key::Alt, "Alt", 18),
        (Key::Escape, "Escape", 27),
        (Key::PageUp, "PageUp", 33),
        (Key::PageDown, "PageDown", 34),
        (Key::End, "End", 35),
        (Key::Home, "Home", 36),
        (Key::Left, "ArrowLeft", 37),
        (Key::Up, "ArrowUp", 38),
        (Key::Right, "ArrowRight", 39),
        (Key::Down, "ArrowDown", 40),
        (Key::Delete, "Delete", 46),
        (Key::Meta, "Meta", 91),
        (Key::F5, "F5", 116),
        (Key::F10, "F10", 121),
    ];
    let isolated = held & !modifier(Key::Shift.value());
    let (name, place, number) = match named.iter().find(|(each, ..)| each.value() == key) {
        Some(&(_, name, number)) => (name.to_owned(), name.to_owned(), number),
        None if key == Key::Space.value() || key == ' ' => (" ".to_owned(), "Space".to_owned(), 32),
        None if key.is_ascii_alphabetic() => {
            let upper = key.to_ascii_uppercase();
            (key.to_string(), format!("Key{upper}"), upper as u8)
        }
        None if key.is_ascii_digit() => (key.to_string(), format!("Digit{key}"), key as u8),
        None if ('\u{e000}'..'\u{f8ff}').contains(&key) => bail!("a key without an entry here: {key:?}"),
        None => (key.to_string(), String::new(), 0),
    };
    let text = match &*name {
        "Enter" => Some("\r".to_owned()),
        text if text.chars().count() == 1 => Some(text.to_owned()),
        _ => None,
    };
    let text = text.filter(|_| is_down && isolated == 0);
    let kind = match (is_down, &text) {
        (true, Some(_)) => "keyDown",
        (true, None) => "rawKeyDown",
        (false, _) => "keyUp",
    };
    let mut event =
        json!({ "type": kind, "key": name, "code": place, "windowsVirtualKeyCode": number, "modifiers": held });
    if let Some(text) = text {
        event["text"] = json!(text);
    }
    Ok(event)
}

fn stroke(down: bool, key: char) -> Value {
    json!({ "type": if down { "keyDown" } else { "keyUp" }, "value": key })
}

fn mouse(actions: &Value) -> Value {
    json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions })
}
