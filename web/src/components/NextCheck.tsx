import { formatDateTime, formatWait } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';
import { useChecksHalt } from './checks-halt';

interface Props {
  at: string | null | undefined;
  /** Whether the source or the endpoint is paused. */
  isPaused?: boolean;
}

/**
 * The time of the next check, such as "in 14 min", kept up to date, or "paused". The title has the
 * exact time; see RelativeTime for why it is not a tooltip.
 */
export function NextCheck({ at, isPaused = false }: Props) {
  const now = useNow();
  const halt = useChecksHalt();
  if (isPaused) return 'paused';
  if (!at) return null;
  if (halt) return <span title={HALT_TITLE[halt]}>{halt}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatWait(date, now)}
    </time>
  );
}

const HALT_TITLE = {
  paused: 'An administrator has paused all checks.',
  suspended: 'The service cannot reach any site. The checks continue when a site answers.',
};
