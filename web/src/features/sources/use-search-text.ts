import { useEffect, useEffectEvent, useState } from 'react';

/** Long enough that a word is one question and not six, short enough to feel immediate. */
const DEBOUNCE_MS = 250;

/**
 * The text in a search field whose settled value is kept elsewhere (`value`). Typing goes ahead of it and is never
 * overwritten by it; a value that came by another way (Back, Clear, a link) shows in the field.
 */
export function useSearchText(value: string, settle: (text: string) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);

  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  /** Asks now instead of when the typing pauses. */
  function send(next: string) {
    setText(next);
    if (next.trim() === sent) return;
    setSent(next.trim());
    settle(next.trim());
  }

  const sendLater = useEffectEvent(() => send(text));
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return;
    const timer = window.setTimeout(sendLater, DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [wanted, sent]);

  return { text, setText, send };
}
