//! The guard: what an extension knows about the requests of its page, and a web page does not.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// JavaScript implements it, so no Rust type describes it.
#[wasm_bindgen(typescript_custom_section)]
const TYPE: &str = r#"
/** What an extension knows about the requests of its page. */
export interface Guard {
    /** Resolves to `true` if the user allows requests to the host. */
    mayAccess(url: string): Promise<boolean>;
    /** Marks the address, so that `redirectOf` recognizes the request. */
    mark(url: string): string;
    /** Resolves to the absolute target of the redirect. */
    redirectOf(marked: string): Promise<string | undefined>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// Implemented by the extension. A web page has no guard, because the browser limits its requests.
    #[derive(Clone)]
    #[wasm_bindgen(typescript_type = "Guard")]
    pub type Guard;
    /// Resolves to `true` if the user allows requests to the host of this address.
    #[wasm_bindgen(method, catch, js_name = mayAccess)]
    async fn may_access(this: &Guard, url: &str) -> Result<JsValue, JsValue>;
    /// Returns the same address with a mark by which `redirectOf` recognizes the request.
    #[wasm_bindgen(method)]
    fn mark(this: &Guard, url: &str) -> String;
    /// Resolves to the absolute address that the response to a marked request redirects to.
    #[wasm_bindgen(method, catch, js_name = redirectOf)]
    async fn redirect_of(this: &Guard, marked: &str) -> Result<JsValue, JsValue>;
}

thread_local! {
    static GUARD: RefCell<Option<Guard>> = const { RefCell::new(None) };
}

/// Sets the guard for all requests of the page.
pub(in crate::web) fn set_guard(guard: Guard) {
    GUARD.set(Some(guard));
}

fn guard() -> Option<Guard> {
    GUARD.with_borrow(Clone::clone)
}

/// Returns `true` if the user allows requests to the host of this address, or if there is no guard.
pub(super) async fn may_access(url: &str) -> bool {
    match guard() {
        Some(guard) => guard.may_access(url).await.is_ok_and(|allowed| allowed.is_truthy()),
        None => true,
    }
}

/// An address that is ready to be requested.
pub(super) struct Marked {
    pub(super) url: String,
    guard: Option<Guard>,
}

impl Marked {
    /// Marks an address if there is a guard.
    pub(super) fn new(url: &str) -> Marked {
        let guard = guard();
        let url = guard.as_ref().map_or_else(|| url.to_owned(), |guard| guard.mark(url));
        Marked { url, guard }
    }

    /// The absolute address that the response redirects to. `None` if it is not known.
    pub(super) async fn redirect(&self) -> Option<String> {
        self.guard.as_ref()?.redirect_of(&self.url).await.ok()?.as_string()
    }
}
