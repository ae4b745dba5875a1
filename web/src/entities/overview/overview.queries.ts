import { queryOptions } from '@tanstack/react-query';
import { countRegisterHistory, getOverview } from '@/api/gen/sdk.gen';
import { pollDelay } from '@/api/live';
import { queryKeys } from '@/api/query-keys';
import { startOfLocalDay, toLocalDay } from '@/lib/dates';
import { DAY_MS } from '@/lib/last-days';

/** The service computes the figures every 2 minutes. */
const POLL_MS = 60_000;

export function overviewQuery() {
  return queryOptions({
    queryKey: queryKeys.overview,
    queryFn: async ({ signal }) => (await getOverview({ signal })).data,
    refetchInterval: () => pollDelay(POLL_MS),
  });
}

/** Queries the changes since the beginning of yesterday. */
export function changesQuery() {
  const day = yesterday();
  return queryOptions({
    queryKey: [...queryKeys.history('all'), 'since', day],
    queryFn: async ({ signal }) =>
      (await countRegisterHistory({ query: { since: startOfLocalDay(day) }, signal })).data,
  });
}

export function yesterday(): string {
  return toLocalDay(new Date(Date.now() - DAY_MS).toISOString());
}
