//! The sources of the titles and places of rows.

/// The source of a title. The worst source comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TitleOrigin {
    /// The address of the page.
    Address,
    /// The head of the page, which the user has asked for.
    Head,
    /// The same page in another version of the site.
    Version,
    /// The `llms.txt` of the site.
    LlmsTxt,
    /// A breadcrumb.
    Breadcrumb,
    /// A menu of the site.
    Menu,
    /// A feed of the site.
    Feed,
    /// The pages of WordPress.
    WordPress,
    /// The search index of the site.
    SearchIndex,
    /// The page itself.
    Page,
    /// The name of the site, for its home page.
    Site,
    /// A sitemap.
    Sitemap,
}

/// The source of the place of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceOrigin {
    /// The address of the page.
    Address,
    /// A breadcrumb.
    Breadcrumb,
    /// A menu of another version of the site.
    Version,
    /// A menu of the site.
    Menu,
}

impl TitleOrigin {
    /// Returns the name that the details of a page have for the source. A version has the names of menus.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TitleOrigin::Address => "address",
            TitleOrigin::LlmsTxt => "llmsTxt",
            TitleOrigin::Breadcrumb => "breadcrumb",
            TitleOrigin::Menu | TitleOrigin::Version => "menu",
            TitleOrigin::Feed => "feed",
            TitleOrigin::WordPress => "wordPress",
            TitleOrigin::SearchIndex => "searchIndex",
            TitleOrigin::Page | TitleOrigin::Head => "page",
            TitleOrigin::Site => "site",
            TitleOrigin::Sitemap => "sitemap",
        }
    }
}

impl PlaceOrigin {
    /// Returns the name that the details of a page have for the source.
    pub(crate) fn name(self) -> &'static str {
        match self {
            PlaceOrigin::Address => "address",
            PlaceOrigin::Breadcrumb => "breadcrumb",
            PlaceOrigin::Menu | PlaceOrigin::Version => "menu",
        }
    }
}
