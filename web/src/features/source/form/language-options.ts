import { canonicalLanguage, languageName, commonLanguages, type NamedCode } from '@/lib/place-names';

/**
 * The languages to choose from: the usual ones, those already chosen, and the code being typed when it is one.
 * So every BCP 47 code can be entered, and the common ones are found by name.
 */
export function languageOptions(chosen: string[], typed: string): NamedCode[] {
  const options = commonLanguages();
  const known = new Set(options.map(({ value }) => value));
  const code = canonicalLanguage(typed);
  const extra = [...chosen, ...(code ? [code] : [])].filter(
    (value, at, all) => !known.has(value) && all.indexOf(value) === at,
  );
  return extra.length === 0 ? options : [...extra.map((value) => ({ value, label: languageName(value) })), ...options];
}
