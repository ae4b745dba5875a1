import { useEffect, useState } from 'react';

/** How long the page waits for the other parts after the first one is loaded. */
const OTHERS_MS = 1_000;
/** How long the page waits for the first part. */
const FIRST_MS = 4_000;

/**
 * Reports whether the parts of a page are shown. They are shown together when all of them are
 * loaded: one that appeared later would move those below it. A slow part delays the others by at
 * most OTHERS_MS, and a part that failed counts as loaded. `parts` is undefined until the parts are
 * known.
 */
export function useShowTogether(parts: string[] | undefined): { isShown: boolean; onLoaded: (part: string) => void } {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const [isShown, setShown] = useState(false);
  if (!isShown && parts?.every((part) => loaded.has(part))) setShown(true);
  const isWaiting = !isShown && parts !== undefined;
  const hasFirst = loaded.size > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = window.setTimeout(() => setShown(true), hasFirst ? OTHERS_MS : FIRST_MS);
    return () => window.clearTimeout(timer);
  }, [isWaiting, hasFirst]);
  return {
    isShown,
    onLoaded: (part) => setLoaded((before) => (before.has(part) ? before : new Set(before).add(part))),
  };
}
