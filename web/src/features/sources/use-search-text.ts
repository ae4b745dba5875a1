import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const DEBOUNCE_MS = 250;

/**
 * Manages the text of a search field whose value is stored elsewhere (`value`). Typing calls `onSearch` after a pause.
 * A value that something else sets (Back, a cleared filter, a link) replaces the text.
 */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);

  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  function searchNow(next: string) {
    setText(next);
    if (next.trim() === sent) return;
    setSent(next.trim());
    onSearch(next.trim());
  }

  // Searches for the latest text, so that nothing is sent if another change has replaced the typed text.
  const searchLater = useDebouncedCallback(() => searchNow(text), DEBOUNCE_MS);

  function type(next: string) {
    setText(next);
    searchLater();
  }

  return { text, type, searchNow };
}
