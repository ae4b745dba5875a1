import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getSession } from '@/api/gen/sdk.gen';

/** Often enough to feel immediate, rare enough for a hundred open tabs. */
const PROBE_EVERY_MS = 5_000;

/** While the API is away, asks for it; once it answers, everything on the screen is asked for again. */
export function useApiProbe(away: boolean): void {
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!away) return;
    const cancel = new AbortController();
    const timer = window.setInterval(() => {
      getSession({ signal: cancel.signal }).then(
        () => void queryClient.invalidateQueries(),
        () => undefined, // still away: the next probe will tell
      );
    }, PROBE_EVERY_MS);
    return () => {
      window.clearInterval(timer);
      cancel.abort();
    };
  }, [away, queryClient]);
}
