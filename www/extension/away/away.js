// The empty page from which a tab follows a link (`sidebar/actions/open-page.js`). The sandbox takes the extension's rights
// from the frame, so the frame's navigation of the tab is one of an unknown site.
const frame = document.createElement("iframe");
frame.hidden = true;
frame.setAttribute("sandbox", "allow-scripts allow-top-navigation");
frame.src = `hop.html${location.hash}`;
document.body.append(frame);
