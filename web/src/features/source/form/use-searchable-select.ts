import { useState } from 'react';

/**
 * For countries, languages and time zones: they are found by typing, where Enter takes the best match. Their hundreds
 * of options are in the page only while somebody is in the field: else all of them are drawn again with each keystroke
 * anywhere in the form.
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
