const bar = document.querySelector("navi-bar");
bar.strings = await (await fetch("navi-bar/strings/de.json")).json();
bar.addEventListener("navigate", (event) => {
  event.preventDefault();
  document.querySelector("output").textContent = new URL(event.detail.url).pathname;
});
