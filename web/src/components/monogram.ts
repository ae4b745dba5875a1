/** The number of tones in Logo.module.css. */
export const TONES = 6;

/** Returns the first letter or digit of the name, or of the domain if the name has none. */
export function initialOf(name: string, domain: string): string {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? /[\p{L}\p{N}]/u.exec(domain) ?? [];
  return letter.toLocaleUpperCase('en');
}

/** Returns the tone of a domain, derived from its hash. */
export function toneOf(domain: string): number {
  let hash = 0;
  for (const character of domain) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  return hash % TONES;
}
