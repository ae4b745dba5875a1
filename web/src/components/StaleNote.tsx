import { describeError } from '@/api/describe-error';
import { formatClockTime } from '@/lib/relative-time';
import { Banner, BannerButton } from './Banner';

interface Props {
  /** The result of useQuery. */
  query: { data: unknown; error: unknown; isFetching: boolean; dataUpdatedAt: number; refetch: () => unknown };
}

/** A banner about data that could not be refreshed. */
export function StaleNote({ query }: Props) {
  if (!query.error || query.data === undefined) return null;
  return (
    <Banner
      tone="warn"
      icon="warning"
      text={`Data as of ${formatClockTime(new Date(query.dataUpdatedAt))}.`}
      detail={`Refresh failed: ${describeError(query.error).heading}`}
    >
      <BannerButton busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </BannerButton>
    </Banner>
  );
}
