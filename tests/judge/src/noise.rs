//! Addresses that lead to no page a person would look for.

/// The first parts of paths for a visitor's own business and for programs, in the languages of many shops.
const FIRST: &[&str] = &[
    "cart",
    "basket",
    "checkout",
    "my-account",
    "account",
    "login",
    "log-in",
    "signin",
    "sign-in",
    "signup",
    "sign-up",
    "register",
    "registration",
    "logout",
    "lost-password",
    "password-reset",
    "wishlist",
    "dashboard",
    "order-received",
    "thank-you",
    "panier",
    "commande",
    "mon-compte",
    "connexion",
    "warenkorb",
    "kasse",
    "mein-konto",
    "anmelden",
    "carrito",
    "mi-cuenta",
    "carrello",
    "koszyk",
    "gio-hang",
    "thanh-toan",
    "tai-khoan",
    "cgi-bin",
    "cdn-cgi",
    "wp-admin",
    "wp-json",
    "404",
    "403",
    "500",
];

/// Words anywhere in a path.
const ANYWHERE: &[&str] = &["captcha", "wp-login", "xmlrpc", "/wp-content/", "/wp-includes/"];

/// Last parts of paths.
const LAST: &[&str] = &["feed", "rss", "atom"];

/// Endings of files for programs.
const ENDINGS: &[&str] =
    &[".xml", ".json", ".rss", ".atom", ".txt", ".css", ".js", ".gz", ".ico", ".png", ".jpg", ".svg"];

/// Returns `true` for a path that only programs, or a visitor's own business, need.
pub(super) fn is_technical(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let plain = |part: &&str| part.rsplit_once('.').map_or(*part, |(name, _)| name).to_owned();
    let is_numbered = matches!(parts[..], [.., "page", number] if number.bytes().all(|byte| byte.is_ascii_digit()));
    is_numbered
        || parts.first().map(plain).is_some_and(|first| FIRST.contains(&&*first))
        || parts.last().is_some_and(|last| LAST.contains(last) || ENDINGS.iter().any(|end| last.ends_with(end)))
        || ANYWHERE.iter().any(|word| path.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_programs_and_of_own_business_are_technical() {
        for path in [
            "/cart/",
            "/my-account/lost-password/",
            "/login.html",
            "/wp-login.php",
            "/news/feed/",
            "/blog/page/2/",
            "/a.xml",
            "/bwg_captcha/x",
            "/404.html",
        ] {
            assert!(is_technical(path), "{path}");
        }
        for path in
            ["/", "/guide/login/", "/about/", "/carts-and-horses/", "/page/", "/feeds/", "/a.pdf", "/docs/register"]
        {
            assert!(!is_technical(path), "{path}");
        }
    }
}
