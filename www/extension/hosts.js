/**
 * Returns the host in a text, in lower case and Punycode, without a port and without a dot at its end.
 *
 * @param {string} text  A host or the address of a web page.
 * @returns {string | undefined}  `undefined` if the text names no single host.
 */
export function hostOf(text) {
  const plain = text.trim();
  const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(plain);
  if (isAddress && !/^https?:/i.test(plain)) return undefined;
  const host = URL.parse(isAddress ? plain : `https://${plain}`)?.hostname.replace(/\.+$/, "");
  // The URL parser accepts `*`, but a user who writes it means several hosts. Chromium turns a space into `%20`.
  return host && !/[*%]/.test(host) ? host : undefined;
}
