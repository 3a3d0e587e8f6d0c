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

/** A host as people write it, in its own letters. @param {string} host  Of `hostOf()`. */
export function readableHost(host) {
  const labels = host.split(".").map((label) => (label.startsWith("xn--") ? decoded(label.slice(4)) : label));
  const readable = labels.join(".");
  // The browser has no way to ask for it, but can say whether it is right.
  return hostOf(readable) === host ? readable : host;
}

/** Punycode: RFC 3492, section 6.2, with the parameters of section 5. @param {string} code @returns {string | undefined} */
function decoded(code) {
  const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";
  const BASE = 36;
  const plainEnd = code.lastIndexOf("-");
  const letters = plainEnd > 0 ? [...code.slice(0, plainEnd)] : [];
  let letter = 128;
  let place = 0;
  let bias = 72;
  for (let at = plainEnd > 0 ? plainEnd + 1 : 0; at < code.length; ) {
    const placeBefore = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf(code.charAt(at++) || "-");
      if (digit < 0) return undefined;
      place += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(place - placeBefore, count, placeBefore === 0);
    letter += Math.floor(place / count);
    place %= count;
    if (letter > 0x10ffff) return undefined;
    letters.splice(place++, 0, String.fromCodePoint(letter));
  }
  return letters.join("");
}

/** Section 6.1. @param {number} delta @param {number} count @param {boolean} isFirst */
function adapted(delta, count, isFirst) {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
