// Populate the sidebar
//
// This is a script, and not included directly in the page, to control the total size of the book.
// The TOC contains an entry for each page, so if each page includes a copy of the TOC,
// the total size of the page becomes O(n**2).
class MDBookSidebarScrollbox extends HTMLElement {
    constructor() {
        super();
    }
    connectedCallback() {
        this.innerHTML = '<ol class="chapter"><li class="chapter-item expanded "><span class="chapter-link-wrapper"><a href="index.html">Introduction</a></span></li><li class="chapter-item expanded "><li class="part-title">User &amp; Guide</li></li><li class="chapter-item expanded "><span class="chapter-link-wrapper"><a href="guide/install.html"><strong aria-hidden="true">1.</strong> Installation</a></span></li><li class="chapter-item expanded "><span class="chapter-link-wrapper"><a href="cli/index.html"><strong aria-hidden="true">2.</strong> Command &lt;Line&gt; Tool</a><a class="chapter-fold-toggle"><div>❱</div></a></span><ol class="section"><li class="chapter-item "><span class="chapter-link-wrapper"><a href="cli/build.html"><strong aria-hidden="true">2.1.</strong> build</a><a class="chapter-fold-toggle"><div>❱</div></a></span><ol class="section"><li class="chapter-item "><span class="chapter-link-wrapper"><a href="cli/build/flags.html"><strong aria-hidden="true">2.1.1.</strong> Flags</a></span></li></ol></li><li class="chapter-item "><span class="chapter-link-wrapper"><a href="cli/watch.html"><strong aria-hidden="true">2.2.</strong> watch</a></span></li></ol></li><li class="chapter-item expanded "><span class="chapter-link-wrapper"><span><strong aria-hidden="true">3.</strong> Draft</span></span></li><li class="chapter-item expanded "><li class="part-title">Reference</li></li><li class="chapter-item expanded "><span class="chapter-link-wrapper"><span><strong aria-hidden="true">4.</strong> Formats</span><a class="chapter-fold-toggle"><div>❱</div></a></span><ol class="section"><li class="chapter-item "><span class="chapter-link-wrapper"><a href="format/summary.html"><strong aria-hidden="true">4.1.</strong> v1.0</a></span></li><li class="chapter-item "><span class="chapter-link-wrapper"><a href="format/theme.html"><strong aria-hidden="true">4.2.</strong> v2.0</a></span></li></ol></li><li class="chapter-item expanded "><li class="spacer"></li></li><li class="chapter-item expanded "><span class="chapter-link-wrapper"><a href="misc/contributors.html">Contributors</a></span></li></ol>';
        // Set the current, active page, and reveal it if it's hidden
        let current_page = document.location.href.toString().split('#')[0].split('?')[0];
        if (current_page.endsWith('/')) {
            current_page += 'index.html';
        }
        const links = Array.prototype.slice.call(this.querySelectorAll('a'));
        const l = links.length;
        for (let i = 0; i < l; ++i) {
            const link = links[i];
            const href = link.getAttribute('href');
        }
    }
}
window.customElements.define('mdbook-sidebar-scrollbox', MDBookSidebarScrollbox);
