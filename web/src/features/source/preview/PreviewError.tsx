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

/** Shown when the service could not run the test. Counts down the seconds of Retry-After. */
export function PreviewError({ error, onRetry, retrying }: Props) {
  const isRateLimited = error instanceof ApiProblem && error.status === 429;
  const seconds = isRateLimited ? error.retryAfterSeconds : undefined;
  return (
    <ErrorState
      title={isRateLimited ? 'Too many tests at once' : 'The test did not run'}
      error={error}
      hint={
        seconds !== undefined && (
          <RetryCountdown key={error instanceof ApiProblem ? error.requestId : undefined} seconds={seconds} />
        )
      }
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

function RetryCountdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => window.clearTimeout(timer);
  }, [left]);
  // Not live: screen readers would read the whole alert each second.
  return (
    <span role="timer" aria-live="off">
      {left > 0 ? `Try again in ${formatCount(left, 'second')}.` : 'You can try again now.'}
    </span>
  );
}
