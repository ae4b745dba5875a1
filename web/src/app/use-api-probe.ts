import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getSession } from '@/api/gen/sdk.gen';

/** Often enough to feel immediate, rare enough for a hundred open tabs. */
const PROBE_EVERY_MS = 5_000;

/** While the API is away, asks for it; once it answers anybody, everything on the screen is asked for again. */
export function useApiProbe(away: boolean): void {
  const queryClient = useQueryClient();
  const wasAway = useRef(away);

  useEffect(() => {
    if (wasAway.current && !away) void queryClient.invalidateQueries();
    wasAway.current = away;
    if (!away) return;
    // The answer itself moves `away`; what it says does not matter here.
    const timer = window.setInterval(() => void getSession().catch(() => undefined), PROBE_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [away, queryClient]);
}
