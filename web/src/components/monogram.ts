/** How many tones Logo.module.css has. */
export const TONES = 6;

/** The first letter or digit of a name; that of the domain when the name has none. */
export function initialOf(name: string, domain: string): string {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? /[\p{L}\p{N}]/u.exec(domain) ?? [];
  return letter.toLocaleUpperCase('en');
}

/** Always the same for a domain, whatever the outlet is called. */
export function toneOf(domain: string): number {
  let hash = 0;
  for (const character of domain) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  return hash % TONES;
}
