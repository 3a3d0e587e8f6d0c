/**
 * The host that a text names, as addresses have it: in small letters and Punycode. The port does not count.
 *
 * @param {string} text  A host, or the address of a web page.
 * @returns {string | undefined}  Nothing if it names none.
 */
export function hostOf(text) {
  const plain = text.trim();
  const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(plain);
  if (isAddress && !/^https?:/i.test(plain)) return undefined;
  const host = URL.parse(isAddress ? plain : `https://${plain}`)?.hostname;
  // To an address an asterisk is a letter like any other; whoever writes one means more than one host. A percent sign
  // is what Chromium makes of a space, which no host has.
  return host && !/[*%]/.test(host) ? host : undefined;
}
