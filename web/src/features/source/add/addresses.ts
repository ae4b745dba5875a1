import { withoutCredentials } from '../form/credentials';

/**
 * How many addresses are gone through at a time. A search takes up to 15 s and two run at once, so that a hundred take at
 * most twelve minutes, and a person still looks at each. What is longer is a list, and lists are imported.
 */
export const MAX_ADDRESSES = 100;

/** The addresses in a text that was pasted: one a line, or with blanks or commas between. The same one counts once. */
export function addressesIn(text: string): string[] {
  const words = text.split(/\s+/).flatMap(atCommas).map(bare);
  const first = new Map<string, string>();
  for (const word of words) {
    if (word !== '' && !first.has(sameKey(word))) first.set(sameKey(word), word);
  }
  return [...first.values()];
}

/** Commas stand in the paths of many sites as well, so there they only count before another address. */
function atCommas(word: string): string[] {
  return word.split(word.includes('/') ? /[,;]+(?=https?:|$)/i : /[,;]+/);
}

/** Without what stands around an address in a text. */
function bare(word: string): string {
  return word.replace(/^[<("'“]+/, '').replace(/[>)"'”]+$/, '');
}

/** The same for addresses that differ in nothing that matters; the service knows more, and merges the rest. */
function sameKey(word: string): string {
  const { address } = withoutCredentials(word);
  try {
    const url = new URL(/^https?:/i.test(address) ? address : `https://${address}`);
    return url.host.replace(/^www\./, '') + url.pathname.replace(/\/+$/, '') + url.search;
  } catch {
    return address;
  }
}
