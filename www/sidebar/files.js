/** How long, in milliseconds, a file to be saved is kept: by then the browser has written it. */
const KEPT_FOR = 60_000;

/**
 * Lets the user open a file: through the browser's dialog, or by dropping one onto the sidebar.
 *
 * @param {HTMLInputElement} input  With the type "file"; it does not show.
 * @param {string} invitation  Shows while a file is dragged over the sidebar.
 * @param {(file: File) => void} open
 */
export function openFiles(input, invitation, open) {
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = ""; // the same file may be chosen again
    if (file) open(file);
  });

  const { body } = document;
  const invite = (/** @type {boolean} */ is) => {
    if (is) body.dataset.invitation = invitation;
    else delete body.dataset.invitation;
  };
  addEventListener("dragover", (event) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    dataTransfer.dropEffect = "copy";
    invite(true);
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) invite(false); // has left the sidebar, not one part of it for another
  });
  addEventListener("drop", (event) => {
    invite(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault(); // it would show in place of the sidebar
    open(file);
  });
}

/** Saves a file where the browser saves downloads. @param {File} file */
export function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
