//! Keeps what the sources say about one page, for somebody who asks why its row has its title and its place.

use super::claims::{About, Claim, Place, PlaceSource, Said, Title, TitleSource};
use super::table::Table;
use crate::address::PageKey;
use crate::limits::MAX_CLAIMS;
use crate::page_facts::Visit;
use crate::site_map::layer::Row;

impl Table<'_> {
    /// Notes whose claims are being made.
    pub(super) fn listen_to(&mut self, visit: Option<usize>) {
        if let Some(watch) = &mut self.rows.watch {
            watch.visit = visit;
        }
    }

    /// Keeps a claim about the title of the watched page.
    pub(super) fn note_title(&mut self, row: Row, text: &str, source: TitleSource) {
        if self.rows.watch.is_some() {
            self.note(row, Said::Title(Title { text: text.into(), source }));
        }
    }

    /// Keeps a claim about the place of the watched page.
    pub(super) fn note_place(&mut self, row: Row, parent: Row, source: PlaceSource) {
        if self.rows.watch.is_some() {
            self.note(row, Said::Place(Place { parent, source }));
        }
    }

    #[inline(never)]
    fn note(&mut self, row: Row, said: Said) {
        let is_watched = self.rows.watch.as_ref().is_some_and(|watch| *watch.key == *self.key_of(row));
        if let Some(watch) = self.rows.watch.as_mut().filter(|watch| is_watched && watch.said.len() < MAX_CLAIMS)
            && !watch.said.iter().any(|(known, _)| *known == said)
        {
            watch.said.push((said, watch.visit));
        }
    }

    /// Returns the claims about the watched page, with those of its address and of the sitemap.
    pub(super) fn claims(&mut self, visits: &[Visit]) -> Vec<Claim> {
        let Some(watch) = self.rows.watch.take() else { return Vec::new() };
        let Some(row) = self.page_of_key(&watch.key) else { return Vec::new() };
        let now = self.rows.about(row);
        let (title, place) = (now.title.as_ref(), now.place);
        let has_sitemap_title = self.made(row).is_none() && self.ground.has_sitemap_title(row);
        let mut claims = Vec::new();
        for (said, visit) in &watch.said {
            let page = visit.and_then(|at| visits.get(at)).map(|visit| visit.facts.url.clone());
            claims.push(match said {
                Said::Title(said) => Claim {
                    about: About::Title,
                    text: said.text.to_string(),
                    source: said.source.name(),
                    page,
                    has_won: title.is_some_and(|title| title.source == said.source && title.text == said.text),
                },
                Said::Place(said) => self.place_claim(*said, page, place == Some(*said)),
            });
        }
        let ground = if has_sitemap_title { TitleSource::Sitemap } else { TitleSource::Address };
        let text = if self.made(row).is_none() { self.ground.title(row).into_owned() } else { self.address_title(row) };
        let (about, has_won) = (About::Title, title.is_none());
        claims.push(Claim { about, text, source: ground.name(), page: None, has_won });
        let parent = if place.is_none() { self.parent(row) } else { self.folder_of(row) };
        if let Some(parent) = parent {
            let rest = self.rows.folded.iter().find(|(owner, _)| *owner == parent && place.is_none());
            let by_address = Place { parent: rest.map_or(parent, |(_, rest)| *rest), source: PlaceSource::Address };
            claims.push(self.place_claim(by_address, None, place.is_none()));
        }
        let winner =
            |about| claims.iter().find(|claim| claim.about == about && claim.has_won).map(|it| it.text.clone());
        let texts = [winner(About::Title), winner(About::Place)];
        // A source that says the same as the winner has not lost.
        claims.retain(|claim| claim.has_won || texts[claim.about as usize].as_ref() != Some(&claim.text));
        claims
    }

    fn place_claim(&self, place: Place, page: Option<String>, has_won: bool) -> Claim {
        let above = self.owner(place.parent);
        let key = self.key_of(above);
        let is_host = PageKey::of_text(key).is_some_and(|key| key.is_host());
        let is_top = above == self.rows.root || is_host && self.top_of_host(key) == self.rows.root;
        let text = if is_top { String::new() } else { self.title(above).into_owned() };
        Claim { about: About::Place, text, source: place.source.name(), page, has_won }
    }
}
