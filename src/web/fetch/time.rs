//! Timers, the clock, and pauses in which the page can paint.

use js_sys::{Function, Promise, Reflect};
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(then: &Function, milliseconds: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// A timer that is cancelled when this is dropped. Dropping still resolves its promise: a promise that stays pending
/// would leak the code that awaits it.
struct Timer {
    id: JsValue,
    resolve: Function,
}

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(&self.id);
        // The `resolve` function of a promise never throws.
        let _ = self.resolve.call0(&JsValue::UNDEFINED);
    }
}

/// Resolves after a time. Dropping the future cancels the timer.
pub(super) async fn sleep(time: Duration) {
    let mut timer = None;
    let passed = Promise::new(&mut |resolve, _| {
        timer = Some(Timer { id: set_timeout(&resolve, time.as_millis() as f64), resolve });
    });
    // This promise is never rejected.
    let _ = JsFuture::from(passed).await;
    drop(timer);
}

/// Milliseconds of a clock that never goes back, where the browser has one.
pub(in crate::web) fn now() -> f64 {
    thread_local!(static CLOCK: Option<JsValue> = Reflect::get(&js_sys::global(), &"performance".into()).ok());
    CLOCK.with(|clock| {
        let clock = clock.as_ref().and_then(|clock| clock.dyn_ref::<web_sys::Performance>());
        clock.map_or_else(js_sys::Date::now, web_sys::Performance::now)
    })
}

/// Resolves after all waiting tasks have run. It uses a task of `scheduler`, or a timer where there is no `scheduler`.
/// `scheduler.yield()` is not enough: its continuation runs before waiting tasks. While bytes arrive, the page would then
/// handle no timers and no messages.
pub(super) fn next_turn() -> Option<Promise> {
    let global = js_sys::global();
    let scheduler = Reflect::get(&global, &"scheduler".into()).ok()?;
    if let Ok(post) = Reflect::get(&scheduler, &"postTask".into())
        && let Some(post) = post.dyn_ref::<Function>()
    {
        return post.call1(&scheduler, &Closure::once_into_js(|| {})).ok()?.dyn_into().ok();
    }
    Some(Promise::new(&mut |resolve, _| _ = set_timeout(&resolve, 0.0)))
}
