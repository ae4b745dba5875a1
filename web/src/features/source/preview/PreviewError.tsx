import { useEffect, useState } from 'react';
import { ApiProblem } from '@/api/problem';
import { ErrorState } from '@/components/ErrorState';
import { formatCount } from '@/lib/format-count';

const SECOND_MS = 1000;

interface Props {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}

/** The test itself failed, which says nothing about the site. With how long to wait where that helps. */
export function PreviewError({ error, onRetry, retrying }: Props) {
  const busy = error instanceof ApiProblem && error.status === 429;
  const seconds = busy ? error.retryAfterSeconds : undefined;
  return (
    <ErrorState
      title={busy ? 'Too many tests at once' : 'The test could not be made'}
      error={error}
      hint={
        seconds !== undefined && (
          <Wait key={error instanceof ApiProblem ? error.requestId : undefined} seconds={seconds} />
        )
      }
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

function Wait({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => window.clearTimeout(timer);
  }, [left]);
  // Within an alert, each second would have all of it read out again.
  return (
    <span role="timer" aria-live="off">
      {left > 0 ? `Try again in ${formatCount(left, 'second', 'seconds')}.` : 'You can try again now.'}
    </span>
  );
}
