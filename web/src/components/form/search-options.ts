import type { ComboboxItem, OptionsFilter } from '@mantine/core';

/** Filters options by name or code ("es" and "Spanish"), the best match first. */
export function searchOptions<T extends { value: string; label: string }>(options: T[], search: string): T[] {
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

/**
 * Returns the filter of a searchable select. Without a match it returns one disabled option with a
 * message, because screen readers ignore an empty list box.
 */
export function optionFilter(noMatchText: string): OptionsFilter {
  return ({ options, search }) => {
    const found = searchOptions(options as ComboboxItem[], search);
    return found.length > 0 ? found : [{ value: '', label: noMatchText, disabled: true }];
  };
}
