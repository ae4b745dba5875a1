import { useMountedWhileFocused } from './use-mounted-while-focused';

/**
 * Returns the props of a select with hundreds of options (countries, languages, time zones): typing
 * filters, Enter takes the best match.
 */
export function useSearchableSelect(onBlur: () => void) {
  return { searchable: true, selectFirstOptionOnChange: true, ...useMountedWhileFocused(onBlur) };
}
