import { useState } from 'react';

/**
 * Returns the props of a select with hundreds of options (countries, languages, time zones): typing filters, Enter takes
 * the best match. The options are mounted only while the field has the focus, because otherwise every keystroke in the
 * form renders all of them.
 */
export function useSearchableSelect(onBlur: () => void) {
  const [focused, setFocused] = useState(false);
  return {
    searchable: true,
    selectFirstOptionOnChange: true,
    comboboxProps: { keepMounted: focused },
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false);
      onBlur();
    },
  };
}
