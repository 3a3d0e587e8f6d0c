// Every part of the types that a page needs. This is only compiled: `strict`, without `skipLibCheck`.
import { NaviBar, type MenuRequest, type NaviBarEventMap, type Outcome, type Row, type Session } from "navibar";
import { NaviBar as OnlyTheClass } from "navibar/navi-bar.js";
import german from "navibar/strings/de.json" with { type: "json" };

const bar: NaviBar = document.createElement("navi-bar");
const found: NaviBar | null = document.querySelector("navi-bar");
const same: typeof NaviBar = OnlyTheClass;
const made = new same();
document.body.append(bar, made);
found?.remove();

bar.src = "/sitemap.rdf";
bar.page = null;
bar.revealMode = "highlight";
bar.strings = german;
bar.titles = "lists";
bar.order = "changed";
bar.outlineHeight = undefined;
bar.branch.show(1);
// @ts-expect-error: there is no such mode
bar.revealMode = "never";
// @ts-expect-error: it is read-only
bar.state = "loaded";

bar.addEventListener("navigate", (event) => {
  const { url, disposition } = event.detail;
  const where: "current" | "tab" | "background-tab" | "window" = disposition;
  // @ts-expect-error: there is no such member
  console.log(url.length, where, event.detail.address);
});
bar.addEventListener("error", function ({ detail }) {
  const outcome: Outcome = detail.outcome;
  console.log(outcome.status, this.state);
});
bar.addEventListener("progress", ({ detail }) => console.log(detail.bytes / (detail.total ?? 1)));
bar.addEventListener("click", (event) => console.log(event.clientX), { once: true });
bar.addEventListener("something-else", (event) => console.log(event.type));
const listener = (event: NaviBarEventMap["menu"]): void => {
  const request: MenuRequest = event.detail;
  request.entries = [{ type: "action", title: request.title, run: () => bar.reload() }, { type: "separator" }];
};
bar.addEventListener("menu", listener);
bar.removeEventListener("menu", listener);
// @ts-expect-error: the listener needs another event
bar.addEventListener("load", (event: MouseEvent) => console.log(event));

const session: Session | undefined = bar.session;
const rows: Row[] = session?.rows(0, 10) ?? [];
console.log(rows.map(({ title, url = "" }) => title + url));
const file: File | undefined = await bar.exportAs("nns", { listedOnly: true });
if (file) bar.openFile(file);
if (file) bar.openFile(file, "https://www.example.org/sitemap.rdf");
const outcome: Outcome | undefined = await bar.loadMissing();
const isFound: boolean = bar.reveal() && bar.focusFilter();
console.log(outcome, isFound);
