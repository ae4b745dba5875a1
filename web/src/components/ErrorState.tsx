import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '@/api/describe-error';
import { ApiProblem } from '@/api/problem';
import { nextAttempt } from '@/api/query-client';
import { formatWait } from '@/lib/relative-time';
import { useNow } from '@/lib/use-now';
import { Icon } from './Icon';
import classes from './State.module.css';

interface Props {
  error: unknown;
  /** The failed operation, such as "The sources could not be loaded". */
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Additional advice, such as how long to wait. */
  hint?: ReactNode;
  /** The error replaces the whole page: its heading becomes the h1. */
  page?: boolean;
}

/**
 * Replaces content that failed to load: shows the error, a retry button and the request id for
 * support. While a request that was refused because of others (429) is repeated, it is a status and
 * no error.
 */
export function ErrorState({ error, title, onRetry, retrying = false, hint, page = false }: Props) {
  const { heading, text, requestId } = describeError(error);
  const Heading = page ? 'h1' : 'h2';
  const isWaiting = retrying && error instanceof ApiProblem && error.status === 429;
  const next = nextAttempt(error, retrying);
  return (
    <div className={`stack-8 ${classes.state}`} role={isWaiting ? 'status' : 'alert'}>
      <span className={isWaiting ? classes.icon : classes.badIcon}>
        <Icon name={isWaiting ? 'refresh' : 'warning'} size={28} />
      </span>
      <Heading className={classes.title} tabIndex={page ? -1 : undefined}>
        {isWaiting ? 'Busy, retrying' : (title ?? heading)}
      </Heading>
      <p className={`dimmed ${classes.text}`}>
        {text}
        {hint && <> {hint}</>}
      </p>
      {onRetry && next && <NextAttempt error={error} at={next} onRetry={onRetry} />}
      {onRetry && !next && (
        <Button variant="default" onClick={onRetry} loading={retrying} leftSection={<Icon name="refresh" />}>
          Try again
        </Button>
      )}
      {requestId && !isWaiting && (
        <p className={`caption ${classes.reference}`}>
          Reference for support: <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}

interface NextAttemptProps {
  error: unknown;
  at: Date;
  onRetry: () => void;
}

/** Shows when the query is retried, if the API sent Retry-After. */
function NextAttempt({ error, at, onRetry }: NextAttemptProps) {
  const now = useNow();
  const queryClient = useQueryClient();
  async function tryNow() {
    // A query without data would continue to wait.
    await queryClient.cancelQueries({ predicate: ({ state }) => state.fetchFailureReason === error });
    onRetry();
  }
  return (
    <>
      <p className={`dimmed ${classes.text}`}>Next attempt: {formatWait(at, now)}.</p>
      <Button variant="default" onClick={() => void tryNow()} leftSection={<Icon name="refresh" />}>
        Try now
      </Button>
    </>
  );
}
