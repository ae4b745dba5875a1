import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { mayContainPassword } from '@/lib/credentials';
import { hideCredentials } from '@/lib/hide-credentials';

/**
 * The pause in typing after which a search begins: longer than the time between two repeats of a
 * held key, 33 ms. Most pauses between two keys are longer, so most keys begin a search, which the
 * next one cancels.
 */
const DEBOUNCE_MS = 40;

/**
 * Returns the text to search for, without credentials and without an address whose password is not
 * complete yet.
 */
function searchableText(text: string): string {
  return hideCredentials(text)
    .split(/\s+/)
    .filter((word) => !(word.includes('://') && mayContainPassword(word)))
    .join(' ')
    .trim();
}

/**
 * Manages the text of a search field whose value is stored elsewhere (`value`). Typing calls
 * `onSearch` after a pause. A value that something else sets (Back, a cleared filter, a link)
 * replaces the text.
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
    setText(hideCredentials(next));
    const query = searchableText(next);
    if (query === sent) return;
    setSent(query);
    onSearch(query);
  }

  // Searches for the latest text, so that nothing is sent if another change has replaced the typed
  // text.
  const searchLater = useDebouncedCallback(() => searchNow(text), DEBOUNCE_MS);

  function type(next: string) {
    setText(next);
    searchLater();
  }

  return { text, type, searchNow };
}
