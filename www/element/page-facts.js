/** @typedef {import("./types.js").PageFacts} PageFacts */
/** @typedef {import("./types.js").PageMenu} PageMenu */
/** @typedef {import("./types.js").PageFactLimits} PageFactLimits */

/**
 * Reads the facts of the current document: its titles, menus, breadcrumbs, relations and headings. It only reads. The engine
 * decides what they mean.
 *
 * The function is self-contained, because an extension serializes it to run it in a page. It works in slices, so that the
 * page stays responsive. It never causes a layout, and it uses no property that a page can replace by a named element
 * (`<form name=title>`).
 *
 * @param {PageFactLimits} limits
 * @returns {Promise<PageFacts>}
 */
export async function pageFacts(limits) {
  /**
   * A heading, or the text of a button, that may be the title of the next list.
   *
   * @typedef {{ text: string, url?: string, rank: number, depth: number, isAdded: boolean, isButton: boolean,
   *   parent: Node | null }} Title
   *
   * The part of the page that the walk is in. `start`: the number of titles in the landmark when the part began.
   *
   * @typedef {{ kind: "landmark", element: Element, landmark: PageMenu["landmark"], label: string, menu?: Menu,
   *   titles: Title[], button?: Title }} Landmark
   * @typedef {{ kind: "list", element: Element, menu: Menu, base: number, last?: number, shift: number, titled?: number }} List
   * @typedef {{ kind: "item", element: Element, menu: Menu, depth: number, entry?: Entry, title?: Title, heading?: Title,
   *   isGroup: boolean, hasChildren: boolean, list?: List }} Item
   * @typedef {Landmark | List | Item} Scope
   * @typedef {PageMenu["entries"][number] & { isButton?: boolean }} Entry
   * @typedef {Omit<PageMenu, "entries"> & { entries: Entry[], isMixed?: boolean }} Menu
   */

  const HEADING = "h1,h2,h3,h4,h5,h6,[role=heading]";
  const CURRENT = '.current,[aria-current]:not([aria-current=""],[aria-current=false])';
  const OPENS = "[role=button],[aria-haspopup],[aria-expanded],[data-toggle],[data-bs-toggle]";
  const NAVIGATION = "[class*=nav],[id*=nav],[class*=menu],[id*=menu],[class*=sidebar],[id*=sidebar]";
  const CRUMBS = "[class*=breadcrumb i],[id*=breadcrumb i],[aria-label*=breadcrumb i]";
  const CRUMB_DATA = '[itemtype*="schema.org/BreadcrumbList"],[typeof~=BreadcrumbList],[typeof~="schema:BreadcrumbList"]';
  const READ = new Set("a,nav,aside,header,footer,main,article,section,ul,ol,menu,li,details,summary,button,label,hr,h1,h2,h3,h4,h5,h6".split(","));
  /** Elements of other names that are read. */
  const SPECIAL = `[role],${CRUMBS},${CRUMB_DATA}`;
  /** What is not a part of a label: other controls, nested lists, icons, and texts for screen readers only. */
  const NO_TEXT =
    "script,style,template,noscript,svg,math,rt,rp,button,input,select,textarea,ul,ol,menu,[role=group],[role=menu],[hidden],[aria-hidden=true]," +
    "[class*=sr-only],[class*=visually-hidden],[class*=visuallyhidden],[class*=screen-reader],[class*=screenreader]," +
    "[class*=material-icons],[class*=material-symbols]";
  const NO_TEXT_NAMES = new Set("script,style,template,noscript,svg,math,rt,rp,button,input,select,textarea,ul,ol,menu".split(","));
  const NOT_ENTERED = new Set(["script", "style", "template", "noscript", "svg", "math", "iframe", "object", "navi-bar", "select", "video", "audio"]);
  const BLOCKS = new Set(["div", "p", "br", "li", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "section", "small", "td"]);
  const SHADOW_HOSTS = new Set(["article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p", "section", "span"]);
  const RELATIONS = new Set(["up", "prev", "previous", "next", "contents", "toc", "index", "first", "start", "last", "home", "top", "sitemap", "stdmap.location", "https://api.w.org/", "describedby", "search"]);
  const FEEDS = new Set(["application/rss+xml", "application/atom+xml", "application/feed+json"]);
  /** @type {Record<string, PageMenu["landmark"]>} */
  const LANDMARKS = { nav: "navigation", navigation: "navigation", aside: "complementary", complementary: "complementary", header: "header", banner: "header", footer: "footer", contentinfo: "footer", tree: "tree", menubar: "menubar" };
  const MAX_URL = 2000;

  // The getters and methods of the prototypes. Elements with a name or an id hide the properties of documents and forms.
  /** @param {any} type @param {string} name @returns {(node: any) => any} */
  const getter = (type, name) => {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name)?.get;
    return get ? (node) => get.call(node) : () => undefined;
  };
  /** @param {any} type @param {string} name @returns {(node: any, a?: any, b?: any) => any} */
  const method = (type, name) => {
    const call = type.prototype[name];
    return (node, a, b) => call.call(node, a, b);
  };
  const firstChild = getter(Element, "firstElementChild");
  const nextSibling = getter(Element, "nextElementSibling");
  const previousSibling = getter(Element, "previousElementSibling");
  const firstOfFragment = getter(DocumentFragment, "firstElementChild");
  const localName = getter(Element, "localName");
  const shadowRoot = getter(Element, "shadowRoot");
  const parentOf = getter(Node, "parentNode");
  const typeOf = getter(Node, "nodeType");
  const rawText = getter(Node, "textContent");
  const data = getter(CharacterData, "data");
  const assigned = method(HTMLSlotElement, "assignedElements");
  const hasAttributes = method(Element, "hasAttributes");
  const matches = method(Element, "matches");
  const closest = method(Element, "closest");
  const attribute = method(Element, "getAttribute");
  const find = method(Element, "querySelector");
  const findAll = method(Element, "querySelectorAll");
  const findAllInFragment = method(DocumentFragment, "querySelectorAll");
  const findAllInDocument = method(Document, "querySelectorAll");
  const findById = method(Document, "getElementById");
  const contains = method(Node, "contains");
  const walkerOf = method(Document, "createTreeWalker");
  const linkAddress = getter(HTMLAnchorElement, "href");
  const root = /** @type {Element | null} */ (getter(Document, "documentElement")(document));
  const base = String(getter(Node, "baseURI")(document));

  const [pageUrl = ""] = String(location.href).split("#");
  /** @type {PageFacts} */
  const facts = { url: pageUrl, alternates: [], menus: [], breadcrumbs: [], relations: [], headings: [] };

  // ---- Time

  let sliceStart = performance.now();
  let used = 0;
  let steps = 0;
  const { port1, port2 } = new MessageChannel();
  /** Lets the page work if the slice is over. Returns `false` if the time for all slices is over. */
  const mayContinue = () => {
    // A clock with a low resolution may stand still. The number of steps is limited, too.
    if (++steps % 8 !== 0) return true;
    const slice = performance.now() - sliceStart;
    if (slice < limits.sliceMs && steps % 4000 !== 0) return true;
    used += slice;
    if (used < limits.totalMs) return pause();
    facts.isCut = true;
    return false;
  };
  const pause = () =>
    new Promise((/** @type {(value: boolean) => void} */ resolve) => {
      port1.onmessage = () => {
        sliceStart = performance.now();
        resolve(true);
      };
      port2.postMessage(0);
    });

  // ---- Texts and addresses

  /** @param {unknown} text */
  const clean = (text) => {
    if (typeof text !== "string") return "";
    if (text.length < 100 && /^[\w.,:&()-]+(?: [\w.,:&()-]+)*$/.test(text)) return text; // nothing to clean
    const max = limits.textLength;
    const short = text.length > 8 * max ? text.trimStart().slice(0, 8 * max) : text;
    const plain = short
      .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
      .replace(/\s+/g, " ")
      .replace(/[\s¶🔗]+$/u, "")
      .trimStart();
    return (plain.length > max ? plain.slice(0, max).replace(/[\ud800-\udbff]$/, "").trimEnd() : plain).toWellFormed();
  };

  /** Returns `true` for an anchor that only links to its own heading, such as "#". @param {Element} element */
  const isPermalink = (element) =>
    localName(element) === "a" && attribute(element, "href")?.startsWith("#") && !/[\p{L}\p{N}]/u.test(rawText(element).slice(0, 99));

  /**
   * Returns the visible text of an element.
   *
   * @param {Element} element
   * @param {Element} [end]  Read only the text before this descendant.
   */
  const visibleText = (element, end) => {
    if (!end && !firstChild(element)) return clean(rawText(element));
    const walker = walkerOf(document, element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let text = "";
    let isNewSpan = false;
    let node = walker.nextNode();
    for (let count = 0; node && node !== end && count < 300 && text.length < 4 * limits.textLength; count += 1) {
      if (typeOf(node) !== Node.ELEMENT_NODE) {
        const more = data(node).slice(0, 8 * limits.textLength);
        // Two words in neighbouring spans are apart on the screen.
        if (isNewSpan && /[\p{L}\p{N}]$/u.test(text) && /^[\p{L}\p{N}]/u.test(more)) text += " ";
        isNewSpan = false;
        text += more;
      } else if ((hasAttributes(node) || NO_TEXT_NAMES.has(localName(node))) && (matches(node, NO_TEXT) || isPermalink(node))) {
        if (end && contains(node, end)) break;
        node = walker.nextSibling();
        while (!node && walker.parentNode()) node = walker.nextSibling();
        continue;
      } else if (BLOCKS.has(localName(node))) {
        text += " ";
      } else if (localName(node) === "span" && text) {
        const before = previousSibling(node);
        isNewSpan ||= before !== null && localName(before) === "span";
      }
      node = walker.nextNode();
    }
    return clean(text);
  };

  /** Returns the label that an ARIA attribute gives to an element. @param {Element} element */
  const ariaLabel = (element) => {
    const label = clean(attribute(element, "aria-label"));
    const id = label ? undefined : attribute(element, "aria-labelledby")?.trim().split(/\s/)[0];
    const other = id && findById(document, id);
    return label || (other ? visibleText(other) : "");
  };

  /** Returns the text of a link or heading, or what stands for it if it only has a picture. @param {Element} element */
  const textOf = (element) => {
    const visible = visibleText(element);
    if (/^\w/.test(visible) || /[\p{L}\p{N}]/u.test(visible)) return visible;
    const text = ariaLabel(element) || visible || clean(attribute(element, "title")) || clean(rawText(element));
    if (text) return text;
    const picture = find(element, "img[alt],[aria-label],svg title");
    return picture ? clean(attribute(picture, "alt")) || clean(attribute(picture, "aria-label")) || clean(rawText(picture)) : "";
  };

  /** Returns an absolute web address, or `undefined`. @param {unknown} address @returns {string | undefined} */
  const webAddress = (address) => {
    if (typeof address !== "string" || address.length > MAX_URL) return undefined;
    try {
      const { href } = new URL(address, base);
      return /^https?:/.test(href) && href.length <= MAX_URL ? href : undefined;
    } catch {
      return undefined;
    }
  };

  /**
   * Returns the address of a link. Scripts are no addresses. `#` is the current page, or opens a menu.
   *
   * @param {Element} link
   * @returns {string | undefined}
   */
  const addressOf = (link) => {
    const written = attribute(link, "href");
    if (written === null || written.length > MAX_URL) return undefined;
    if (written.length < 9 && written.trim() === "#") return matches(link, CURRENT) && !matches(link, OPENS) ? pageUrl : undefined;
    let address;
    try {
      address = linkAddress(link);
    } catch {
      return undefined; // a link in SVG
    }
    // For an invalid address, a link returns what is written.
    const isValid = address !== written.trim() || URL.canParse(address);
    return isValid && /^https?:/.test(address) && address.length <= MAX_URL ? address : undefined;
  };

  // ---- Menus

  /** @type {Scope[]} The open scopes, the innermost last. */
  const scopes = [];
  /** @type {Menu[]} Lists of links in the main content. */
  const contentMenus = [];
  /** @type {Menu[]} */
  const menus = [];
  let entryCount = 0;
  let contentDepth = 0;
  let sectioningDepth = 0;

  /** @returns {Landmark | undefined} */
  const landmark = () => /** @type {Landmark | undefined} */ (scopes.findLast(({ kind }) => kind === "landmark"));

  /** @param {Landmark | undefined} place @param {Element} [list] @returns {Menu} */
  const newMenu = (place, list) => {
    const label = (list && ariaLabel(list)) || place?.label;
    // Many sites have no landmark around their menu, only a name.
    const part = !place && list && contentDepth === 0 ? closest(list, NAVIGATION) : null;
    const isNamed = part && find(part, "main,[role=main],article,h1") === null;
    /** @type {Menu} */
    const menu = { landmark: place?.landmark ?? (isNamed ? "navigation" : "main"), ...(label && { label }), entries: [] };
    (menu.landmark === "main" ? contentMenus : menus).push(menu);
    return menu;
  };

  /** @param {Landmark} place */
  const mainMenu = (place) => (place.menu ??= newMenu(place));

  /**
   * @param {Menu} menu
   * @param {number} depth
   * @param {string} text
   * @param {string} [url]
   * @param {boolean} [isCurrent]
   * @returns {Entry | undefined}
   */
  const add = (menu, depth, text, url, isCurrent) => {
    if (!text) return undefined;
    if (entryCount >= limits.entries) {
      facts.isCut = true;
      return undefined;
    }
    entryCount += 1;
    if (depth > limits.depth) facts.isCut = true;
    /** @type {Entry} */
    const entry = { depth: Math.min(depth, limits.depth), text };
    if (url) entry.url = url;
    if (isCurrent || (url && url === pageUrl)) entry.isCurrent = true;
    menu.entries.push(entry);
    return entry;
  };

  /** @param {Element | null} element */
  const isMarkedCurrent = (element) => element !== null && !/^(false)?$/.test(attribute(element, "aria-current") ?? "");

  /** Adds the titles that apply to the next list. Returns the depth of the list. @param {Landmark} place */
  const addTitles = (place) => {
    const menu = mainMenu(place);
    for (const title of place.titles) {
      if (title.isAdded) continue;
      const entry = add(menu, title.depth, title.text, title.url);
      if (entry && title.isButton) entry.isButton = true;
      title.isAdded = true;
    }
    return place.titles.length;
  };

  /** @param {Landmark} place @param {Title} title */
  const addTitle = (place, title) => {
    while ((place.titles.at(-1)?.rank ?? 0) >= title.rank) {
      const last = /** @type {Title} */ (place.titles.at(-1));
      if (!last.isAdded && last.url && place.landmark === "navigation") addTitles(place);
      place.titles.pop();
    }
    title.depth = place.titles.length;
    place.titles.push(title);
  };

  /** Returns the depth of the children of an item. @param {Item} item */
  const childDepth = (item) => (item.entry ? item.depth + 1 : item.depth);

  /**
   * Something below an item begins. If no link has given the item a title, its text does.
   *
   * @param {Item} item
   * @param {Element} child
   */
  const beginChildren = (item, child) => {
    item.hasChildren = true;
    if (item.entry) return;
    const text = item.title?.text ?? (item.isGroup ? "" : visibleText(item.element, child));
    item.entry = add(item.menu, item.depth, text, item.title?.url);
    if (item.entry && item.isGroup && localName(item.element) === "details") item.entry.isButton = true;
  };

  /** Returns the depth of a list or link in an item, which may be below a heading in it. @param {Item} item @param {Element} child */
  const depthBelowHeading = (item, child) => {
    const { heading } = item;
    const depth = childDepth(item);
    if (!heading) return depth;
    const isBelow = !heading.isAdded || (heading.parent && contains(heading.parent, child));
    if (!heading.isAdded) add(item.menu, depth, heading.text, heading.url);
    heading.isAdded = true;
    return isBelow ? depth + 1 : depth;
  };

  /** Returns the short text just before a list, which is its title. @param {Element} list @returns {string} */
  const textBefore = (list) => {
    const before = previousSibling(list);
    if (!before || !/^(p|strong|b|span|div|dt)$/.test(localName(before))) return "";
    if (find(before, "a,button,input,select,img,ul,ol,form,label")) return "";
    const text = visibleText(before);
    return text.length <= 60 ? text : "";
  };

  /** @param {Element} element @returns {List} */
  const beginList = (element) => {
    const outer = scopes.at(-1);
    const parts = /** @type {const} */ ({ kind: "list", element, shift: 0 });
    if (outer?.kind === "item") {
      beginChildren(outer, element);
      // An item with nothing but a list continues the item before it.
      const above = outer.entry ? undefined : outer.list?.titled;
      const depth = above === undefined ? depthBelowHeading(outer, element) : above + 1;
      return { ...parts, menu: outer.menu, base: depth };
    }
    if (outer?.kind === "list") {
      // A list directly in a list belongs to the item before it.
      const depth = outer.last === undefined ? outer.base : outer.last + 1;
      return { ...parts, menu: outer.menu, base: depth };
    }
    if (!outer) return { ...parts, menu: newMenu(undefined, element), base: 0 };
    const before = outer.landmark === "tree" ? "" : textBefore(element);
    const { button } = outer;
    outer.button = undefined;
    if (before && outer.titles.at(-1)?.text !== before) {
      addTitle(outer, { text: before, rank: 8, depth: 0, isAdded: false, isButton: false, parent: parentOf(element) });
    } else if (button && button.parent && contains(button.parent, element)) {
      addTitle(outer, button);
    }
    const title = outer.titles.at(-1);
    if (title && (!title.isAdded || title.parent === parentOf(element))) {
      return { ...parts, menu: mainMenu(outer), base: addTitles(outer) };
    }
    outer.titles = [];
    const isWhole = outer.element === element;
    return { ...parts, menu: isWhole ? mainMenu(outer) : newMenu(outer, element), base: 0 };
  };

  /** @param {Element} element @param {boolean} isGroup @returns {Item | undefined} */
  const beginItem = (element, isGroup) => {
    const outer = scopes.at(-1);
    if (!outer) return undefined;
    const level = special.has(element) ? Number(attribute(element, "aria-level")) - 1 : -1;
    const parts = /** @type {const} */ ({ kind: "item", element, isGroup, hasChildren: false });
    if (outer.kind === "landmark") {
      const isTree = outer.landmark === "tree" || outer.landmark === "menubar";
      if (!isGroup && !isTree) return undefined; // an item without a list
      const titles = outer.titles.filter(({ isAdded }) => !isAdded).length;
      return { ...parts, menu: mainMenu(outer), depth: level >= 0 ? level : titles ? addTitles(outer) : 0 };
    }
    if (outer.kind === "list") {
      const depth = level >= 0 && !isGroup ? level : outer.base + outer.shift;
      outer.last = depth;
      return { ...parts, menu: outer.menu, depth, list: outer };
    }
    if (!outer.entry && !outer.isGroup) return undefined; // the same item
    if (localName(element) === "details" && !outer.hasChildren && !outer.isGroup) return undefined; // hides its children
    beginChildren(outer, element);
    return { ...parts, menu: outer.menu, depth: level >= 0 && !isGroup ? level : childDepth(outer) };
  };

  /** @param {Item} item */
  const endItem = (item) => {
    const { element, list, menu, entry, hasChildren } = item;
    if (list && entry) list.titled = item.depth;
    else if (list && !hasChildren) list.titled = undefined;
    if (menu.landmark === "main") {
      // In the main content, only a list of links alone is a menu.
      if (!menu.isMixed && !hasChildren) menu.isMixed = !entry || visibleText(element) !== entry.text;
      return;
    }
    if (entry || hasChildren) return;
    if (!list) {
      if (!item.isGroup) add(menu, item.depth, item.title?.text || visibleText(element));
      return;
    }
    const names = `${attribute(element, "class") ?? ""} ${attribute(element, "role") ?? ""}`;
    const marked = isMarkedCurrent(element) ? element : find(element, "[aria-current]");
    const isCurrent = isMarkedCurrent(marked) || /\b(current|active|selected)\b/i.test(names);
    const isTitle = !isCurrent && (/head|title|label|caption|part|categor/i.test(names) || find(element, `strong:not([aria-hidden]),b,${HEADING}`));
    const text = isCurrent || isTitle || menu.landmark === "tree" ? item.title?.text || visibleText(element) : "";
    // What follows a title in the same list is below it, until an item without text.
    if (isTitle && text) {
      add(menu, list.base, text);
      list.shift = 1;
    } else if (text) {
      add(menu, item.depth, text, undefined, isCurrent);
    } else if (!rawText(element).trim()) {
      list.shift = 0;
    }
  };

  /** @param {Element} link @param {string} text @param {string} url */
  const addLink = (link, text, url) => {
    const outer = scopes.at(-1);
    if (!outer) return;
    const isCurrent = isMarkedCurrent(link) || (outer.kind === "item" && !outer.entry && isMarkedCurrent(outer.element));
    if (outer.kind === "list") {
      add(outer.menu, outer.base + outer.shift, text, url, isCurrent);
      return;
    }
    if (outer.kind === "landmark") {
      if (!["navigation", "tree", "menubar"].includes(outer.landmark)) return;
      const { button } = outer;
      const isBelow = (/** @type {Title} */ title) =>
        title.parent && contains(title.parent, link) && !(title.isButton && title.parent === parentOf(link));
      if (button && isBelow(button)) {
        addTitle(outer, button);
        outer.button = undefined;
      }
      outer.titles = outer.titles.filter((title) => !title.isAdded || isBelow(title));
      const last = outer.titles.at(-1);
      const depth = last && isBelow(last) ? addTitles(outer) : 0;
      const level = special.has(link) ? Number(attribute(link, "aria-level")) - 1 : -1;
      add(mainMenu(outer), level >= 0 ? level : depth, text, url, isCurrent);
      // The link may also open a menu.
      if (matches(link, OPENS)) {
        outer.button = { text, url, rank: 7, depth: 0, isAdded: true, isButton: true, parent: parentOf(link) };
      }
      return;
    }
    const { title } = outer;
    if (!outer.entry) {
      const isBeside = !title || title.parent === parentOf(link) || title.text === text;
      const isLabel = outer.isGroup ? !title && find(link, HEADING) : isBeside;
      if (isLabel) {
        const level = special.has(link) ? Number(attribute(link, "aria-level")) - 1 : -1;
        if (level >= 0 && link !== outer.element) outer.depth = level;
        outer.entry = add(outer.menu, outer.depth, text, url, isCurrent);
        return;
      }
      beginChildren(outer, link);
    }
    if (outer.entry?.url === url) return; // a second link to the same page, such as a picture
    outer.hasChildren = true;
    const { heading } = outer;
    const isBelow = heading?.parent && contains(heading.parent, link);
    add(outer.menu, isBelow ? depthBelowHeading(outer, link) : childDepth(outer), text, url, isCurrent);
  };

  /** A heading or a button may be a title. @param {Element} element @param {string} text @param {number} rank @param {string} [url] */
  const noteTitle = (element, text, rank, url) => {
    const outer = scopes.at(-1);
    if (!text || !outer || outer.kind === "list") return;
    const isButton = rank === 7;
    const title = { text, url, rank, depth: 0, isAdded: false, isButton, parent: parentOf(element) };
    if (outer.kind === "item") {
      if (!outer.entry && !outer.title && url) addLink(element, text, url);
      else if (!outer.entry && !outer.title) outer.title = title;
      else if (!isButton) {
        beginChildren(outer, element);
        outer.heading = title;
      }
    } else if (isButton) outer.button = title;
    else if (rank > 1) addTitle(outer, title);
  };

  // ---- Breadcrumbs

  /** @param {{ text: string, url?: string }[]} trail */
  const addTrail = (trail) => {
    const crumbs = trail.filter(({ text }) => text).slice(0, 20);
    const isKnown = facts.breadcrumbs.some((other) => JSON.stringify(other) === JSON.stringify(crumbs));
    if (crumbs.length === 0 || isKnown) return;
    if (facts.breadcrumbs.length < limits.breadcrumbs) facts.breadcrumbs.push(crumbs);
    else facts.isCut = true;
  };

  /** @param {string} text @param {string | undefined} url */
  const crumb = (text, url) => (url ? { text, url } : { text });

  /** Returns `true` if the element is a list of breadcrumbs, not a frame around much more. @param {Element} element */
  const isTrail = (element) =>
    matches(element, CRUMBS) &&
    /^(nav|ol|ul|div|p|span|section)$/.test(localName(element)) &&
    find(element, "main,h1,header,footer,aside,article") === null &&
    findAll(element, "a").length <= 40;

  /** Reads breadcrumbs in microdata or RDFa. @param {Element} element @param {"itemprop" | "property"} name */
  const readCrumbData = (element, name) => {
    const named = (/** @type {string} */ value) => `[${name}~=${value}],[${name}~="schema:${value}"]`;
    const crumbs = [...findAll(element, named("itemListElement"))].slice(0, 20).map((part) => {
      const label = find(part, named("name"));
      const link = find(part, "a[href]");
      const item = find(part, named("item"));
      const address = item && (attribute(item, "itemid") ?? attribute(item, "resource") ?? attribute(item, "href"));
      const text = label ? clean(attribute(label, "content")) || textOf(label) : link ? textOf(link) : visibleText(part);
      return crumb(text, (link && addressOf(link)) ?? (address ? webAddress(address) : undefined));
    });
    addTrail(crumbs);
    return crumbs.length > 0;
  };

  /** Reads a list or a row of links that is labelled as breadcrumbs. @param {Element} element */
  const readTrail = (element) => {
    const items = [...findAll(element, "li")].slice(0, 20).filter((item) => !/aside/i.test(attribute(item, "class") ?? ""));
    if (items.length > 0) {
      addTrail(items.map((item) => crumbOf(item)));
      return;
    }
    let row = element;
    for (let only = firstChild(row); only && !nextSibling(only) && !matches(only, "a"); only = firstChild(row)) row = only;
    const crumbs = [];
    const walker = walkerOf(document, row, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.firstChild(); node && crumbs.length < 20; node = walker.nextSibling()) {
      const isElement = typeOf(node) === Node.ELEMENT_NODE;
      if (isElement && matches(node, NO_TEXT)) continue;
      const found = isElement ? crumbOf(node) : { text: clean(data(node)) };
      if (/[\p{L}\p{N}]/u.test(found.text)) crumbs.push(found);
    }
    addTrail(crumbs);
  };

  /** @param {Element} part */
  const crumbOf = (part) => {
    const link = matches(part, "a[href]") ? part : find(part, "a[href]");
    const url = link ? addressOf(link) : undefined;
    const text = link ? textOf(link) : visibleText(part).replace(/^[\s>›»→/|·•\\-]+|[\s>›»→/|·•\\-]+$/gu, "");
    return crumb(text, url);
  };

  /** Reads breadcrumbs in JSON-LD. */
  const readJson = () => {
    for (const script of [...findAllInDocument(document, 'script[type="application/ld+json" i]')].slice(0, 20)) {
      const text = rawText(script);
      if (text.length > limits.jsonBytes) {
        facts.isCut = true;
        continue;
      }
      try {
        readJsonValue(JSON.parse(text));
      } catch {
        // not JSON
      }
    }
  };

  /** @param {unknown} value */
  const readJsonValue = (value) => {
    const queue = [value];
    for (let count = 0; queue.length > 0 && count < 2000; count += 1) {
      const each = /** @type {any} */ (queue.pop());
      if (typeof each !== "object" || each === null) continue;
      if (Array.isArray(each)) queue.push(...each.slice(0, 500).reverse());
      else if ([each["@type"]].flat().some((type) => /(^|[/:])BreadcrumbList$/.test(String(type)))) addTrail(jsonTrail(each));
      else queue.push(...["breadcrumb", "mainEntity", "@graph"].map((key) => each[key]));
    }
  };

  /** @param {any} list */
  const jsonTrail = (list) => {
    const parts = [list.itemListElement].flat().filter((part) => typeof part === "object" && part !== null);
    const ordered = parts.slice(0, 100).sort((a, b) => Number(a.position) - Number(b.position) || 0);
    return ordered.map((part) => {
      const item = part.item ?? part;
      const address = typeof item === "string" ? item : (item?.["@id"] ?? item?.url);
      return crumb(clean(part.name ?? item?.name), address === undefined ? undefined : webAddress(address));
    });
  };

  // ---- The head

  const readHead = async () => {
    const title = clean(getter(Document, "title")(document));
    if (title) facts.title = title;
    const language = clean(root && (attribute(root, "lang") ?? attribute(root, "xml:lang")));
    if (language) facts.language = language;
    for (const meta of [...findAllInDocument(document, "meta[content]")].slice(0, 500)) {
      const name = (attribute(meta, "property") ?? attribute(meta, "name") ?? "").toLowerCase();
      const content = clean(attribute(meta, "content"));
      if (!content) continue;
      if (name === "og:site_name") facts.siteName ??= content;
      else if (name === "application-name") facts.applicationName ??= content;
      else if (name === "generator") facts.generator ??= content;
    }
    if (findAllInDocument(document, "base[href]").length > 0) addRelation("base", base);
    for (const link of findAllInDocument(document, "link[rel][href],a[rel][href],area[rel][href]")) {
      if (!(await mayContinue())) return;
      readRelations(link);
    }
  };

  /** @param {Element} link */
  const readRelations = (link) => {
    const rels = new Set(attribute(link, "rel").toLowerCase().split(/\s+/, 20));
    const type = clean(attribute(link, "type")).toLowerCase();
    for (const rel of rels) {
      const language = clean(attribute(link, "hreflang"));
      const isFeed = rel === "alternate" && FEEDS.has(type);
      if (!isFeed && !RELATIONS.has(rel) && rel !== "canonical" && !(rel === "alternate" && language)) continue;
      if (rels.has("stylesheet")) continue;
      const url = webAddress(attribute(link, "href"));
      if (!url) continue;
      if (rel === "canonical") facts.canonical ??= url;
      else if (isFeed || rel !== "alternate") addRelation(rel, url, type, clean(attribute(link, "title")));
      else if (facts.alternates.some((other) => other.language === language && other.url === url)) continue;
      else if (facts.alternates.length < limits.relations) facts.alternates.push({ language, url });
      else facts.isCut = true;
    }
  };

  /** @param {string} rel @param {string} url @param {string} [type] @param {string} [title] */
  const addRelation = (rel, url, type, title) => {
    if (facts.relations.some((other) => other.rel === rel && other.url === url)) return;
    if (facts.relations.length >= limits.relations) facts.isCut = true;
    else facts.relations.push({ rel, url, ...(type && { type }), ...(title && { title }) });
  };

  // ---- The walk

  /** @type {Set<Element>} */
  const special = new Set(findAllInDocument(document, SPECIAL));
  /** @type {string | undefined} The first `h1` in the main content. */
  let mainHeading;
  /** @type {string | undefined} */
  let firstHeading;

  /** @param {Element} element @param {string} name @param {string} role @param {Element | null} link */
  const readHeading = (element, name, role, link) => {
    const level = role === "heading" ? Number(attribute(element, "aria-level") ?? 2) : Number(name.slice(1));
    const text = textOf(element);
    const place = landmark()?.landmark;
    noteTitle(element, (link && textOf(link)) || text, Math.max(level, 1), link ? addressOf(link) : undefined);
    if (!text || (place && place !== "header") || !(level >= 1 && level <= 9)) return;
    if (level === 1) {
      firstHeading ??= text;
      if (contentDepth > 0) mainHeading ??= text;
    }
    if (facts.headings.length >= limits.headings) {
      facts.isCut = true;
      return;
    }
    const id = headingId(element);
    facts.headings.push({ level, text, ...(id && { id }) });
  };

  /** Returns the fragment that leads to a heading. @param {Element} element */
  const headingId = (element) => {
    const inner = find(element, "a[id],a[name],span[id]");
    const parent = parentOf(element);
    const isFirst = typeOf(parent) === Node.ELEMENT_NODE && firstChild(parent) === element && matches(parent, "section,div,article");
    const ids = [attribute(element, "id"), inner && (attribute(inner, "id") ?? attribute(inner, "name")), isFirst && attribute(parent, "id")];
    const id = ids.find((each) => each);
    return id && id.length <= limits.textLength ? id.toWellFormed() : undefined;
  };

  /**
   * Reads an element before its children.
   *
   * @param {Element} element
   * @param {string} name
   * @returns {false | (() => void) | undefined}  `false`: skip its children. A function: call it after its children.
   */
  const enter = (element, name) => {
    const isSpecial = special.has(element);
    if (!isSpecial && !READ.has(name)) return undefined;
    const role = isSpecial ? (attribute(element, "role") ?? "") : "";
    if (isSpecial) {
      const isData = matches(element, CRUMB_DATA);
      if (isData && readCrumbData(element, matches(element, "[itemtype]") ? "itemprop" : "property")) return false;
      if (isTrail(element)) {
        readTrail(element);
        return false;
      }
    }
    if (role === "heading" || /^h[1-6]$/.test(name)) {
      const link = find(element, "a[href]");
      readHeading(element, name, role, link && !isPermalink(link) ? link : null);
      return false;
    }
    const outer = scopes.at(-1);
    /** @type {Scope | undefined} */
    let scope;
    const kind = LANDMARKS[role] ?? (role && role !== "none" && role !== "presentation" ? undefined : LANDMARKS[name]);
    const isContent = name === "main" || name === "article" || role === "main";
    const isSectioning = isContent || /^(nav|aside|section)$/.test(name);
    const isFree = !outer || outer.kind === "landmark" || landmark() === undefined;
    if (kind && isFree && (role || sectioningDepth === 0 || /^(nav|aside)$/.test(name))) {
      const label = ariaLabel(element) || (kind === "tree" || kind === "menubar" ? (landmark()?.label ?? "") : "");
      scope = { kind: "landmark", element, landmark: kind, label, titles: [] };
    } else if (role === "treeitem" || role === "menuitem" || name === "li") {
      const isControl = name === "a" || name === "button";
      if (!isControl || outer?.kind !== "item") scope = beginItem(element, false);
    } else if ((name === "section" || name === "details") && outer && landmark()) {
      scope = beginItem(element, true);
    } else if (/^(ul|ol|menu)$/.test(name) || /^(group|menu|list)$/.test(role)) {
      if (role !== "group" || outer) scope = beginList(element);
    } else if (name === "hr" && outer?.kind === "list") {
      outer.shift = 0;
    }
    if (scope) scopes.push(scope);
    if (scope?.kind === "landmark" && /^(ul|ol|menu)$/.test(name)) scopes.push(beginList(element));
    const url = name === "a" ? addressOf(element) : undefined;
    if (url) addLink(element, textOf(element), url);
    else if (name === "label") {
      if (outer?.kind === "item") noteTitle(element, visibleText(element), 7);
    } else if (name === "button" || name === "summary" || role === "button" || name === "a") {
      noteTitle(element, visibleText(element) || clean(name === "button" ? buttonText(element) : ""), 7);
    }
    if (isContent) contentDepth += 1;
    if (isSectioning) sectioningDepth += 1;
    const size = scopes.length;
    const depth = scope ? size - (scopes.at(-2) === scope ? 2 : 1) : size;
    if (!scope && !isContent && !isSectioning) return name === "a" ? false : undefined;
    return () => {
      if (isContent) contentDepth -= 1;
      if (isSectioning) sectioningDepth -= 1;
      while (scopes.length > depth) end(/** @type {Scope} */ (scopes.pop()));
    };
  };

  /** Returns the text of a button without hidden parts. `visibleText` starts below the button itself. @param {Element} button */
  const buttonText = (button) => (firstChild(button) ? "" : rawText(button));

  /** @param {Scope} scope */
  const end = (scope) => {
    if (scope.kind === "item") endItem(scope);
    else if (scope.kind === "landmark") endLandmark(scope);
  };

  /** @param {Landmark} place */
  const endLandmark = (place) => {
    if (place.titles.some(({ isAdded, url }) => !isAdded && url) && place.landmark === "navigation") addTitles(place);
    const { menu } = place;
    if (!menu) return;
    // A single button with everything below it only opens the menu on small screens.
    const top = menu.entries.filter(({ depth }) => depth === 0);
    const [button, ...more] = top.filter(({ isButton }) => isButton);
    if (!button || more.length > 0 || top.length > 2) return;
    const from = menu.entries.indexOf(button);
    const next = menu.entries.findIndex(({ depth }, at) => at > from && depth === 0);
    for (const entry of menu.entries.slice(from, next < 0 ? undefined : next)) entry.depth -= 1;
    menu.entries.splice(from, 1);
  };

  /** Walks through all elements as they are shown: a shadow root replaces the children of its host. */
  const walk = async () => {
    /** @type {{ next: Element | null, list?: Element[], at: number, leave?: () => void }[]} */
    const stack = [{ next: root, at: 0 }];
    for (let count = 0; stack.length > 0; ) {
      const frame = /** @type {typeof stack[number]} */ (stack.at(-1));
      const element = frame.next;
      if (!element) {
        stack.pop();
        frame.leave?.();
        continue;
      }
      frame.next = frame.list ? (frame.list[++frame.at] ?? null) : element === root ? null : nextSibling(element);
      count += 1;
      if (count > limits.elements) facts.isCut = true;
      if (count > limits.elements || !(await mayContinue())) break;
      const name = localName(element);
      if (NOT_ENTERED.has(name)) continue;
      const leave = enter(element, name);
      if (leave === false) continue;
      const shadow = SHADOW_HOSTS.has(name) || name.includes("-") ? shadowRoot(element) : null;
      if (shadow) for (const each of findAllInFragment(shadow, SPECIAL)) special.add(each);
      const list = name === "slot" ? assigned(element) : undefined;
      const isFilled = list && list.length > 0;
      const next = isFilled ? list[0] : shadow ? firstOfFragment(shadow) : firstChild(element);
      if (next || leave) stack.push({ next, at: 0, ...(isFilled && { list }), ...(leave && { leave }) });
    }
    while (scopes.length > 0) end(/** @type {Scope} */ (scopes.pop()));
  };

  await readHead();
  readJson();
  if (root) await walk();
  port1.close();
  const heading = mainHeading ?? firstHeading;
  if (heading) facts.heading = heading;
  const isMenu = (/** @type {Menu} */ menu) => menu.entries.some(({ url }) => url);
  const found = [...menus.filter(isMenu), ...contentMenus.filter((menu) => isMenu(menu) && !menu.isMixed && menu.entries.length > 1)];
  if (found.length > limits.menus) facts.isCut = true;
  facts.menus = found.slice(0, limits.menus).map(({ landmark: place, label, entries }) => {
    const plain = entries.map(({ isButton: _, ...entry }) => entry);
    return { landmark: place, ...(label && { label }), entries: plain };
  });
  return facts;
}
