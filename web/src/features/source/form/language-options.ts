import { canonicalLanguage, languageName, usualLanguages, type NamedCode } from '@/lib/place-names';

/**
 * The languages to choose from: the usual ones, those already chosen, and the code being typed when it is one.
 * So every BCP 47 code can be entered, and the common ones are found by name.
 */
export function languageOptions(chosen: string[], typed: string): NamedCode[] {
  const options = usualLanguages();
  const known = new Set(options.map(({ value }) => value));
  const code = canonicalLanguage(typed);
  const extra = [...chosen, ...(code ? [code] : [])].filter(
    (value, at, all) => !known.has(value) && all.indexOf(value) === at,
  );
  return extra.length === 0 ? options : [...extra.map((value) => ({ value, label: languageName(value) })), ...options];
}

/** Found by name or by code, so that "es" and "Spanish" both work; the closest first. */
export function findLanguages<T extends { value: string; label: string }>(options: T[], search: string): T[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return options;
  const rank = ({ value, label }: T) => {
    const [code, name] = [value.toLowerCase(), label.toLowerCase()];
    if (code === wanted) return 0;
    if (code.startsWith(`${wanted}-`)) return 1;
    if (name.startsWith(wanted)) return 2;
    return name.includes(wanted) ? 3 : 4;
  };
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((found) => found.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
