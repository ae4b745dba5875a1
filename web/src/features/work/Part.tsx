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
  /** What the part lists: "source" or "suggestion". */
  noun: string;
  count: number;
  /** Whether the page is shown. It waits for its parts, see useFirstLoad. */
  isPageShown: boolean;
  onLoaded: () => void;
  children: () => ReactNode;
}

/**
 * A part of the page with its own error. Content that is loaded after the page was shown is hidden
 * behind a button, so that it does not move what is below it.
 */
export function Part({ query, noun, count, isPageShown, onLoaded, children }: Props) {
  const isLoaded = query.data !== undefined;
  const error = loadError(query);
  // A part that is added to a shown page was opened by the member, so it is shown when it is
  // loaded.
  const [state, setState] = useState<'waiting' | 'shown' | 'onRequest'>(isPageShown ? 'shown' : 'waiting');
  if (state === 'waiting' && isPageShown) setState(isLoaded ? 'shown' : 'onRequest');

  const isSettled = isLoaded || Boolean(error);
  const report = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isSettled) report();
  }, [isSettled]);

  if (isLoaded && state !== 'onRequest') return children();
  return (
    <div className={classes.part}>
      {error ? (
        <PartError
          noun={noun}
          error={error}
          retrying={query.isFetching}
          onRetry={() => {
            setState('shown');
            void query.refetch();
          }}
        />
      ) : isLoaded ? (
        <Button variant="default" onClick={() => setState('shown')}>
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
      <div className="spread breakable">
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
