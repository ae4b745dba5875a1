import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Reachability } from '@/api/reachability';
import { probeApi } from '@/auth/member';

/**
 * Detects the end of an outage within 5 s. A hundred open tabs then send 20 requests per second.
 */
const PROBE_INTERVAL_MS = 5_000;

/**
 * Probes the API while it does not answer, and refetches all queries after an outage. While a
 * request is waiting, one probe finds out whether the API answers others.
 */
export function useApiProbe(reachability: Reachability): void {
  const queryClient = useQueryClient();
  const isOutage = reachability === 'silent' || reachability === 'down';
  const wasOutage = useRef(isOutage);

  useEffect(() => {
    if (reachability === 'waiting') probeApi();
  }, [reachability]);

  useEffect(() => {
    if (wasOutage.current && !isOutage) void queryClient.invalidateQueries();
    wasOutage.current = isOutage;
    if (!isOutage) return;
    const timer = window.setInterval(probeApi, PROBE_INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, [isOutage, queryClient]);
}
