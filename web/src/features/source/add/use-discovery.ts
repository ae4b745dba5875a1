import { useEffect, useRef, useState } from 'react';
import type { DiscoveryEvent } from '@/api/gen/types.gen';
import { type Found, nothingYet, search, take } from './discovery';

/** One search at a time: a new one, or leaving the page, ends the one before. */
export function useDiscovery(onEvent: (event: DiscoveryEvent) => void) {
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  const listener = useRef(onEvent);
  useEffect(() => {
    listener.current = onEvent;
  });
  useEffect(() => () => running.current?.abort(), []);

  async function start(address: string) {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setFound(nothingYet(address));
    setError(null);
    setBusy(true);
    try {
      await search(
        address,
        (event) => {
          if (mine.signal.aborted) return;
          setFound((before) => before && take(before, event));
          listener.current(event);
        },
        mine.signal,
      );
    } catch (cause) {
      if (!mine.signal.aborted) setError(cause);
    } finally {
      if (running.current === mine) setBusy(false);
    }
  }

  function stop() {
    running.current?.abort();
    setBusy(false);
  }

  function clear() {
    stop();
    setFound(null);
    setError(null);
  }

  return { found, busy, error, start, stop, clear };
}
