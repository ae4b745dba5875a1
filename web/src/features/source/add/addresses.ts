import { extractCredentials } from '../form/credentials';

/**
 * How many addresses are gone through at a time. A search takes up to 15 s and two run at once, so that a hundred take at
 * most twelve minutes, and a person still looks at each. What is longer is a list, and lists are imported.
 */
export const MAX_ADDRESSES = 100;

/**
 * The addresses in a text that was pasted: one a line, with blanks or commas between, or among other words, as in a mail,
 * a table or a page. The same one counts once. What was meant as one and is none is kept, so that it can be said.
 */
export function addressesIn(text: string): string[] {
  const found = text.split(/[\r\n]+/).flatMap(inLine);
  const whole = text.trim().replace(/\s+/g, ' ');
  const first = new Map<string, string>();
  for (const word of found.length > 0 || whole === '' ? found : [whole]) {
    if (!first.has(sameKey(word))) first.set(sameKey(word), word);
  }
  return [...first.values()];
}

function inLine(line: string): string[] {
  const words = line.split(/\s+/).flatMap(unwrapped).flatMap(atCommas).map(bare);
  const addresses = words.filter(isLikeAddress);
  if (addresses.length > 0) return addresses;
  const said = words.filter((word) => /\p{L}|\d\D+\d/u.test(word)); // bullets and numbers of lines say nothing
  return said.length === 1 ? said : [];
}

/** What ends an address that follows one of these without a blank, as in pages, Markdown and tables. */
const CLOSERS: Record<string, string> = {
  '"': '"',
  "'": "'",
  '(': ')',
  '<': '>',
  '>': '<',
  ',': ',',
  ';': ';',
  '|': '|',
};

function unwrapped(word: string): string[] {
  const [before = '', ...pieces] = word.split(/(?<=["'(<>,;|])(?=https?:\/\/)/i);
  if (pieces.length === 0 || /^https?:/i.test(before)) return [word];
  let opener = before.at(-1) ?? '';
  const addresses = pieces.map((piece) => {
    const [address = ''] = piece.split(CLOSERS[opener] ?? ' ', 1);
    opener = piece.at(-1) ?? '';
    return address.replaceAll('&amp;', '&');
  });
  return [before, ...addresses];
}

/** Commas stand in the paths of many sites as well, so there they only count before another address. */
function atCommas(word: string): string[] {
  return word.split(word.includes('/') ? /[,;]+(?=https?:|$)/i : /[,;]+/);
}

/** Without what stands around an address in a text. */
function bare(word: string): string {
  return word
    .replace(/^[<("'“„‘*•·–—-]+/, '')
    .replace(/[>)"'”“’.,;:!?]+$/, '')
    .replace(/^mailto:/i, '');
}

/** With a scheme or a host that has a dot, as opposed to a word. E-mail addresses are no addresses of sites. */
function isLikeAddress(word: string): boolean {
  if (/^([a-z][a-z\d+.-]*:\/\/|(https?|feed):|\/\/)/i.test(word)) return true;
  const { address } = extractCredentials(word);
  return /^[\p{L}\p{M}\p{N}_-]+([.。][\p{L}\p{M}\p{N}_-]+)*[.。]\p{L}[\p{L}\p{M}\p{N}-]+(:\d+)?([/?#].*)?$/u.test(
    address,
  );
}

/** The same for addresses that differ in nothing that matters; the service knows more, and merges the rest. */
function sameKey(word: string): string {
  const { address } = extractCredentials(word);
  try {
    const url = new URL(/^https?:/i.test(address) ? address : `https://${address}`);
    return url.host.replace(/^www\./, '') + url.pathname.replace(/\/+$/, '') + url.search;
  } catch {
    return address;
  }
}
