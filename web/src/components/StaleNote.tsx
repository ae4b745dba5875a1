import type { UseQueryResult } from '@tanstack/react-query';
import { describeError } from '@/api/describe-error';
import { nextAttempt } from '@/api/query-client';
import { formatClockTime, formatWait } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';
import { Banner, BannerButton } from './Banner';

/** The result of a query, as far as it says how current the data is. */
export type StaleQuery = Pick<
  UseQueryResult,
  'data' | 'error' | 'failureReason' | 'isFetching' | 'dataUpdatedAt' | 'refetch'
>;

/** A banner about data that could not be refreshed. */
export function StaleNote({ query }: { query: StaleQuery }) {
  const now = useNow();
  const next = nextAttempt(query.failureReason, query.isFetching);
  const error = next ? query.failureReason : query.error;
  if (!error || query.data === undefined) return null;
  return (
    <Banner
      tone="warn"
      icon="warning"
      text={`Data as of ${formatClockTime(new Date(query.dataUpdatedAt))}.`}
      detail={`Refresh failed: ${describeError(error).heading}${next ? ` Next attempt: ${formatWait(next, now)}.` : ''}`}
    >
      <BannerButton busy={query.isFetching && !next} onClick={() => void query.refetch()}>
        {next ? 'Try now' : 'Try again'}
      </BannerButton>
    </Banner>
  );
}
