//! The types that JavaScript sees, in TypeScript.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Kind = "page" | "heading" | "folder" | "separator" | "alias" | "document";
export type SectionHeading = { level: number, text: string, url?: string };
export type Phrase = { key?: string, text: string, from?: string, until?: string };
export type Label = { name: "unplaced" | "lists" | "languages" | "technical" | "rest" } | { name: "more", count: number } |
  { name: "words", words: Phrase[], rest?: Phrase };
export type Reason = { name: string, status?: number, line?: number, column?: number, finding?: string, host?: string,
  why?: string, first?: Reason };
export type Row = { id: number, kind: Kind | "section", title: string, label?: Label, url?: string, icon?: string,
  level: number, setsize: number, posinset: number, expandable: boolean, expanded: boolean, current: boolean,
  menu: boolean, state?: "pending" | "loading" | "failed", reason?: Reason, deleted?: true, visited?: true,
  mark?: "read" | "changedBelow" | "changed",
  highlights?: [number, number][], cut?: number, found?: { text: string, highlights: [number, number][] }, leadsOn?: true };
export type JumpTarget = { title: string, url: string, section: string, highlights: [number, number][],
  address: { text: string, highlights: [number, number][] } };
export type TextMatch = { title: string, url: string, excerpt: { text: string, highlights: [number, number][] } };
export type TextMatches = { pages: TextMatch[], isPartial: boolean };
export type Crumb = { title: string, label?: Label, url?: string };
export type Since = { last?: number, now: number, offset: number };
export type Dated = { title: string, url: string, time: number, isDay: boolean,
  age?: { amount: number, unit: "minute" | "hour" | "day" | "week" | "month" } };
export type News = { count: number, changed: Dated[], before: Dated[],
  rebuilt?: { time: number, isDay: boolean } };
export type Visit = { last?: number, visits: unknown };
export type MenuItem = { kind: Kind, title: string, label?: Label, language?: string, url?: string, icon?: string,
  children: MenuItem[] };
export type Progress = { bytes: number, total?: number, pages: number,
  documents?: { done: number, total: number } };
export type Outcome = { status: "loaded" | "not-found" | "failed" | "stopped", code: string, message: string,
  reason?: Reason, retry: boolean, url: string };
export type TitlesRead = { read: number, failed: number };
export type Diagnostic = { code: string, severity: "error" | "warning" | "note", line: number, column: number,
  message: string, url?: string };
export type Location = { url: string, line: number, column: number };
export type Excerpt = { before: string, mark: string, after: string, cutBefore: boolean, cutAfter: boolean };
export type Source = { url: string, format: string, structure: "declared" | "derived", pages: number,
  documents: number, menus?: true, list?: string, stale?: true };
export type ExportFormat = "nns" | "negs" | "xbel" | "html" | "opml";
export type Guard = { mayAccess(url: string): Promise<boolean>, mark(url: string): string,
  redirectOf(marked: string): Promise<string | undefined> };
export type Claim = { about: "title" | "place", text: string, source: string, page?: string, hasWon: boolean };
export type Detail = { name: string, value: string, date?: "day" | "time" };
export type FactLimits = { elements: number, menus: number, entries: number, textLength: number, urlLength: number,
  allUrlsLength: number, depth: number, breadcrumbs: number, relations: number, headings: number, sections: number,
  jsonBytes: number, sliceMs: number, totalMs: number };
export type PageFacts = { url: string, canonical?: string, title?: string, heading?: string, siteName?: string,
  applicationName?: string, generator?: string, language?: string,
  alternates: { language: string, url: string }[],
  menus: { landmark: string, label?: string, isInFooter?: true,
    entries: { depth: number, text: string, url?: string, isCurrent?: true }[] }[],
  breadcrumbs: { text: string, url?: string }[][],
  relations: { rel: string, url: string, type?: string, title?: string }[],
  headings: { level: number, text: string, id?: string }[], isCut?: true };
export type Branch = { entries: { kind: Kind, level: number, title: string, label?: Label, url?: string }[], more: boolean };
"#;

#[wasm_bindgen]
extern "C" {
    /// `Row[]`
    #[wasm_bindgen(typescript_type = "Row[]")]
    pub type Rows;
    /// `SectionHeading[]`
    #[wasm_bindgen(typescript_type = "SectionHeading[]")]
    pub type SectionHeadings;
    /// `MenuItem[]`
    #[wasm_bindgen(typescript_type = "MenuItem[]")]
    pub type MenuItems;
    /// `Detail[]`
    #[wasm_bindgen(typescript_type = "Detail[]")]
    pub type Details;
    /// A promise of `Claim[]`
    #[wasm_bindgen(typescript_type = "Promise<Claim[]>")]
    pub type Claims;
    /// `Branch`
    #[wasm_bindgen(typescript_type = "Branch")]
    pub type Branch;
    /// `FactLimits`
    #[wasm_bindgen(typescript_type = "FactLimits")]
    pub type FactLimits;
    /// `PageFacts`
    #[wasm_bindgen(typescript_type = "PageFacts")]
    pub type PageFacts;
    /// `Promise<boolean>`
    #[wasm_bindgen(typescript_type = "Promise<boolean>")]
    pub type BooleanPromise;
    /// `Promise<Blob>`
    #[wasm_bindgen(typescript_type = "Promise<Blob>")]
    pub type SavedTree;
    /// `Crumb[]`
    #[wasm_bindgen(typescript_type = "Crumb[]")]
    pub type Crumbs;
    /// `Promise<JumpTarget[]>`
    #[wasm_bindgen(typescript_type = "Promise<JumpTarget[]>")]
    pub type JumpPromise;
    /// `Promise<TextMatches | undefined>`
    #[wasm_bindgen(typescript_type = "Promise<TextMatches | undefined>")]
    pub type TextsPromise;
    /// `Since`
    #[wasm_bindgen(typescript_type = "Since")]
    pub type NewsSince;
    /// `Promise<News>`
    #[wasm_bindgen(typescript_type = "Promise<News>")]
    pub type NewsPromise;
    /// `Visit`
    #[wasm_bindgen(typescript_type = "Visit")]
    pub type NotedVisit;
    /// A neighbour of the current page.
    #[wasm_bindgen(typescript_type = "\"previous\" | \"next\" | \"up\" | \"unread\"")]
    pub type NeighbourName;
    /// The order of siblings.
    #[wasm_bindgen(typescript_type = "\"site\" | \"title\" | \"changed\"")]
    pub type OrderName;
    /// `Diagnostic[]`
    #[wasm_bindgen(typescript_type = "Diagnostic[]")]
    pub type Diagnostics;
    /// `Diagnostic | undefined`
    #[wasm_bindgen(typescript_type = "Diagnostic | undefined")]
    pub type MaybeDiagnostic;
    /// `Location[]`
    #[wasm_bindgen(typescript_type = "Location[]")]
    pub type Spots;
    /// `Promise<(Excerpt | undefined)[]>`
    #[wasm_bindgen(typescript_type = "Promise<(Excerpt | undefined)[]>")]
    pub type ExcerptsPromise;
    /// `Source | undefined`
    #[wasm_bindgen(typescript_type = "Source | undefined")]
    pub type MaybeSource;
    /// What is known about sitemaps, by host. Only for `mergeMemory`.
    #[wasm_bindgen(typescript_type = "Record<string, unknown>")]
    pub type SiteMemory;
    /// `ExportFormat`
    #[wasm_bindgen(typescript_type = "ExportFormat")]
    pub type ExportFormat;
    /// `Outcome | undefined`
    #[wasm_bindgen(typescript_type = "Outcome | undefined")]
    pub type MaybeOutcome;
    /// `Promise<Outcome>`
    #[wasm_bindgen(typescript_type = "Promise<Outcome>")]
    pub type OutcomePromise;
    /// `Promise<TitlesRead>`
    #[wasm_bindgen(typescript_type = "Promise<TitlesRead>")]
    pub type TitlesPromise;
    /// `(done: number, total: number) => void`
    #[wasm_bindgen(typescript_type = "(done: number, total: number) => void")]
    pub type OnTitles;
    /// `(progress: Progress) => void`
    #[wasm_bindgen(typescript_type = "(progress: Progress) => void")]
    pub type OnProgress;
}
