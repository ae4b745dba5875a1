import { useNetwork, useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getLiveState, setLiveState } from '@/api/live';
import { Refresher } from '@/api/refresher';
import { keysOf, LIVE_KEYS, readUpdates, reconnectDelay } from '@/api/updates';

/**
 * The stream is opened this time after the page has loaded. It begins with the changes since the
 * response with the session.
 */
const START_DELAY_MS = 3_000;
/**
 * A stream that lasted this long resets the back-off, because no proxy refused it or closed it at
 * once.
 */
const STABLE_MS = 30_000;
/**
 * After a stream ends without an error, such as at a restart of the server, the state remains
 * `live` for this time.
 */
const GRACE_MS = 5_000;
/**
 * After a stream is lost, each browser tab refetches its data after a random delay up to this time.
 */
const LOST_SPREAD_MS = 10_000;

/**
 * Reads the stream of changes while the tab is visible, and refetches the queries that a change
 * concerns. `source` is the source whose checks are reported, `since` the position from which the
 * first stream reports changes. Returns a function that reconnects immediately.
 */
export function useLiveUpdates(source: string | undefined, since: string | undefined): () => void {
  const queryClient = useQueryClient();
  const { online } = useNetwork();
  const isVisible = useDocumentVisibility() === 'visible';
  const [attempt, setAttempt] = useState(0);
  const lastEventId = useRef(since);
  const wasConnected = useRef(false);

  useEffect(() => {
    if (!online || !isVisible) return;
    const stopped = new AbortController();
    const refresher = new Refresher(queryClient);
    let grace: number | undefined;

    function switchToPolling() {
      const wasLive = getLiveState() === 'live';
      setLiveState('polling');
      if (wasLive) refresher.refresh(LIVE_KEYS, LOST_SPREAD_MS); // also applies the shorter polling intervals
    }

    async function run() {
      if (!wasConnected.current) await sleep(START_DELAY_MS, stopped.signal);
      for (let failures = 0; !stopped.signal.aborted;) {
        const startedAt = Date.now();
        let error: unknown;
        try {
          await readUpdates({
            source,
            lastEventId: lastEventId.current,
            signal: stopped.signal,
            onId: (id) => (lastEventId.current = id),
            onEvent: (name, event) => {
              if (name !== 'ready') return refresher.refresh(keysOf(name, event.sources));
              window.clearTimeout(grace);
              setLiveState('live');
              if (!event.resumed) refresher.refresh(LIVE_KEYS);
              wasConnected.current = true;
            },
          });
        } catch (cause) {
          error = cause;
        }
        if (stopped.signal.aborted) return;
        failures = !error && Date.now() - startedAt > STABLE_MS ? 0 : failures + 1;
        window.clearTimeout(grace);
        grace = window.setTimeout(switchToPolling, error ? 0 : GRACE_MS);
        await sleep(reconnectDelay(failures - 1, error), stopped.signal);
      }
    }
    void run();
    return () => {
      stopped.abort();
      refresher.stop();
      window.clearTimeout(grace);
    };
  }, [queryClient, online, isVisible, source, attempt]);

  return () => setAttempt((n) => n + 1);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}
