/** A saved file is kept in memory for this many milliseconds. The browser has written it by then. */
const KEPT_FOR = 60_000;

/**
 * Lets the user open a file: through the browser's dialog, or by dropping one onto the sidebar.
 *
 * @param {HTMLInputElement} input  A hidden input of the type "file".
 * @param {string} invitation  The text that shows while a file is dragged over the sidebar.
 * @param {(file: File) => void} open
 */
export function openFiles(input, invitation, open) {
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = ""; // so that the user can choose the same file again
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
    if (event.relatedTarget === null) invite(false); // it left the sidebar, not just one element
  });
  addEventListener("drop", (event) => {
    invite(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault(); // otherwise the file replaces the sidebar
    open(file);
  });
}

/** Saves a file in the browser's folder for downloads. @param {File} file */
export function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
