import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { mayContainPassword } from '@/lib/credentials';
import { hideCredentials } from '@/lib/hide-credentials';

/**
 * The pause in typing after which a search begins: longer than the time between two repeats of a
 * held key, 33 ms. Most pauses between two keys are longer, so most keys begin a search, which the
 * next one cancels.
 */
const DEBOUNCE_MS = 40;

/** How long a search waits for its result before the list shows that it is busy. */
const PREPARE_MS = 200;

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
 * replaces the text. `prepare` requests the result of a search, so that the page is rendered once,
 * with the result, instead of before the request and after it.
 */
export function useSearchText(
  value: string,
  onSearch: (text: string) => void,
  prepare?: (text: string) => Promise<unknown>,
) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sent, setSent] = useState(value);
  // The number of changes of the text. A prepared search is dropped if the text has changed since.
  const changes = useRef(0);
  useEffect(() => () => void changes.current++, []);

  if (value !== lastValue) {
    setLastValue(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  function searchNow(next: string) {
    changes.current++;
    setText(hideCredentials(next));
    const query = searchableText(next);
    if (query === sent) return;
    setSent(query);
    onSearch(query);
  }

  // Searches for the latest text, so that nothing is sent if another change has replaced the typed
  // text.
  const searchPrepared = useCallbackRef((preparedAt: number) => {
    if (preparedAt === changes.current) searchNow(text);
  });
  const searchLater = useDebouncedCallback(() => {
    const query = searchableText(text);
    if (!prepare || query === sent) return searchNow(text);
    const preparedAt = changes.current;
    const timeout = new Promise((resolve) => setTimeout(resolve, PREPARE_MS));
    void Promise.race([prepare(query), timeout]).then(() => searchPrepared(preparedAt));
  }, DEBOUNCE_MS);

  function type(next: string) {
    changes.current++;
    setText(next);
    searchLater();
  }

  return { text, type, searchNow };
}
