import { useState } from 'react';

/**
 * Returns the props with which the options of a select are mounted only while it has the focus.
 * Otherwise the first rendering of a form takes twice as long, and every keystroke in it renders
 * all options.
 */
export function useMountedWhileFocused(onBlur: () => void) {
  const [focused, setFocused] = useState(false);
  return {
    comboboxProps: { keepMounted: focused },
    onFocus: () => setFocused(true),
    onBlur: () => {
      setFocused(false);
      onBlur();
    },
  };
}
