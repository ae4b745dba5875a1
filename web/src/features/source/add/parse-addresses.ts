import { extractCredentials } from '@/lib/credentials';
import { readPastedForms } from './pasted-forms';

/**
 * The maximum number of addresses on the Add page: about 12 minutes of discoveries. Longer lists
 * are imported.
 */
export const MAX_ADDRESSES = 100;

/**
 * Returns the addresses in pasted text: one per line, separated by spaces or commas, or within
 * prose, tables, HTML or OPML. Duplicates are dropped. A single word of a line that is not an
 * address is returned as well, so that the lookup can report it as invalid.
 */
export function parseAddresses(text: string): string[] {
  return parsePasted(text).addresses;
}

interface Pasted {
  addresses: string[];
  /** The lines with words in which no address was recognized. */
  unrecognized: string[];
  /** The number of addresses that repeat an earlier one. */
  repeated: number;
}

/** Returns the addresses as parseAddresses does, and what was left out. */
export function parsePasted(pasted: string): Pasted {
  const text = readPastedForms(pasted);
  const unrecognized: string[] = [];
  const isMarkup = /<\/[a-z]/i.test(text);
  const found = text.split(/[\r\n]+/).flatMap((line) => {
    const addresses = parseLine(line, isMarkup);
    if (addresses.length === 0 && hasWords(line)) unrecognized.push(line.trim());
    return addresses;
  });
  const whole = text.trim().replace(/\s+/g, ' ');
  const words = found.length > 0 || whole === '' ? found : [whole];
  const byKey = new Map<string, string>();
  for (const word of words) {
    if (!byKey.has(comparisonKey(word))) byKey.set(comparisonKey(word), word);
  }
  return {
    addresses: [...byKey.values()],
    unrecognized: found.length > 0 ? unrecognized : [],
    repeated: words.length - byKey.size,
  };
}

/** Reports whether a line has words outside of markup. */
function hasWords(line: string): boolean {
  return /\p{L}{2}/u.test(line.replace(/<[^>]*>/g, ''));
}

/**
 * Returns the addresses of a line. If it has none, returns its only word, which may be a mistyped
 * address, except in markup.
 */
function parseLine(line: string, isMarkup: boolean): string[] {
  const words = line.split(/\s+/).flatMap(splitAtOpeners).flatMap(splitAtCommas).map(trimPunctuation);
  const addresses = words.filter(isLikelyAddress);
  if (addresses.length > 0 || isMarkup) return addresses;
  const candidates = words.filter((word) => /\p{L}|\d\D+\d/u.test(word)); // not bullets or line numbers
  return candidates.length === 1 ? candidates : [];
}

/**
 * Maps the character before an address to the character that ends it, as in HTML, Markdown and CSV.
 */
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

function splitAtOpeners(word: string): string[] {
  const [prefix = '', ...pieces] = word.split(/(?<=["'(<>,;|])(?=https?:\/\/)/i);
  if (pieces.length === 0 || /^https?:/i.test(prefix)) return [word];
  let opener = prefix.at(-1) ?? '';
  const addresses = pieces.map((piece) => {
    const [address = ''] = piece.split(CLOSERS[opener] ?? ' ', 1);
    opener = piece.at(-1) ?? '';
    return address;
  });
  return [prefix, ...addresses];
}

/**
 * Splits at commas. Paths may contain commas, so after a slash only a comma before another URL
 * separates.
 */
function splitAtCommas(word: string): string[] {
  return word.split(word.includes('/') ? /[,;]+(?=https?:|$)/i : /[,;]+/);
}

/** Removes the punctuation that separates a word from others. The API cleans the address itself. */
function trimPunctuation(word: string): string {
  const [, address] = BETWEEN_SIGNS.exec(word) ?? [];
  return (address ?? word)
    .replace(/^(\*+)(.+?)\1(?=[.,;:!?]*$)/, '$2') // emphasis
    .replace(/^[<("'“„‘*•·–—-]+/, '')
    .replace(/([>)"'”“’.,;:!?]|&(gt|quot);?)+$/, '');
}

/** An address with emojis or similar signs before it, and perhaps after it. */
const BETWEEN_SIGNS =
  /^[^\p{L}\p{P}\s]*[\p{So}\p{Sk}\p{Me}\u200d\ufe0f]+(https?:\/\/.*?)[\p{So}\p{Sk}\u200d\ufe0f]*$/iu;

/** Reports whether a word has a scheme, or a host with a dot. E-mail addresses do not count. */
function isLikelyAddress(word: string): boolean {
  if (/^([a-z][a-z\d+.-]*:\/\/|(https?|feed):|\/\/)/i.test(word)) return true;
  const { address } = extractCredentials(word);
  return /^[\p{L}\p{M}\p{N}_-]+([.。][\p{L}\p{M}\p{N}_-]+)*[.。]\p{L}[\p{L}\p{M}\p{N}-]+(:\d+)?([/?#].*)?$/u.test(
    address,
  );
}

/** Returns the same key for addresses that differ only in scheme, "www." or trailing slash. */
function comparisonKey(word: string): string {
  const { address } = extractCredentials(word);
  try {
    const url = new URL(/^https?:/i.test(address) ? address : `https://${address}`);
    return url.host.replace(/^www\./, '') + url.pathname.replace(/\/+$/, '') + url.search;
  } catch {
    return address;
  }
}
