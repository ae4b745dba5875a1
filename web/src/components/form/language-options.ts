import { canonicalLanguage, languageName, type NamedCode } from '@/lib/place-names';

/**
 * Returns the common languages `options`, the chosen ones and, when the typed text is a valid BCP
 * 47 code, its language. So every code can be entered and common languages are found by name.
 */
export function languageOptions(options: NamedCode[], chosen: string[], typed: string): NamedCode[] {
  const known = new Set(options.map(({ value }) => value));
  const code = canonicalLanguage(typed);
  const extra = [...chosen, ...(code ? [code] : [])].filter(
    (value, at, all) => !known.has(value) && all.indexOf(value) === at,
  );
  return extra.length === 0 ? options : [...extra.map((value) => ({ value, label: languageName(value) })), ...options];
}
