import type { ComboboxItem, OptionsFilter } from '@mantine/core';

/** Found by name or by code, so that "es" and "Spanish" both work; the closest first. */
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
 * For a select. That nothing was found is said by an option that cannot be chosen: a list box without any option is
 * none to a screen reader.
 */
export function optionFilter(nothing: string): OptionsFilter {
  return ({ options, search }) => {
    const found = searchOptions(options as ComboboxItem[], search);
    return found.length > 0 ? found : [{ value: '', label: nothing, disabled: true }];
  };
}
