// Runs in the sandboxed frame of `away.html`. The link replaces the empty page, so that Back returns to the page before it.
const link = decodeURIComponent(location.hash.slice(1));
if (/^https?:/.test(link)) top?.location.replace(link);
