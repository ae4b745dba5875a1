import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { describeError } from '@/api/describe-error';
import { loadError } from '@/api/load-error';
import { Note } from '@/components/Note';
import { SkeletonRows } from '@/components/SkeletonRows';
import { formatCount } from '@/lib/format-count';
import classes from './Part.module.css';

interface Props {
  /** The result of the query of the part. */
  query: { data: unknown; failureReason: unknown; isFetching: boolean; refetch: () => unknown };
  /** Names the content: "source" or "suggestion". */
  noun: string;
  count: number;
  /** Whether the page is shown. It waits for its parts, see useFirstLoad. */
  isPageShown: boolean;
  onLoaded: () => void;
  children: () => ReactNode;
}

/**
 * A part of the page with its own error. Content that arrives after the page was shown does not move what is below it: until the member asks
 * for it, the part keeps its height.
 */
export function Part({ query, noun, count, isPageShown, onLoaded, children }: Props) {
  const isLoaded = query.data !== undefined;
  const error = loadError(query);
  // A part that was added to a shown page was opened by the member.
  const [state, setState] = useState<'waiting' | 'free' | 'late'>(isPageShown ? 'free' : 'waiting');
  if (state === 'waiting' && isPageShown) setState(isLoaded ? 'free' : 'late');

  const isSettled = isLoaded || Boolean(error);
  const report = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isSettled) report();
  }, [isSettled]);

  if (isLoaded && state !== 'late') return children();
  return (
    <div className={classes.part}>
      {error ? (
        <PartError
          noun={noun}
          error={error}
          retrying={query.isFetching}
          onRetry={() => {
            setState('free');
            void query.refetch();
          }}
        />
      ) : isLoaded ? (
        <Button variant="default" onClick={() => setState('free')}>
          Show {formatCount(count, noun)}
        </Button>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </div>
  );
}

interface ErrorProps {
  noun: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

function PartError({ noun, error, retrying, onRetry }: ErrorProps) {
  const { text, requestId } = describeError(error);
  return (
    <Note tone="bad">
      <div className={classes.error}>
        <span>
          <strong>The {noun}s could not be loaded.</strong> {text}
          {requestId && (
            <>
              {' '}
              Reference for support: <code>{requestId}</code>
            </>
          )}
        </span>
        <Button size="compact-sm" variant="default" onClick={onRetry} loading={retrying}>
          Try again
        </Button>
      </div>
    </Note>
  );
}
