import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CheckResultFilter, Endpoint } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { QueryView } from '@/components/QueryView';
import { attemptsQuery } from '@/entities/check/checks.queries';
import { CHECK_RESULT } from '@/entities/check/labels';
import { selectOptions } from '@/lib/labels';
import { AttemptEntry } from './AttemptEntry';
import classes from './checks.module.css';

interface Props {
  endpoint: Endpoint;
  result: CheckResultFilter | undefined;
  onResultChange: (result: string) => void;
}

/** The checks of an endpoint, newest first, page by page, and the filter by their result. */
export function AttemptList({ endpoint, result, onResultChange }: Props) {
  return (
    <>
      <NativeSelect
        className={classes.filter}
        aria-label="Checks to show"
        value={result ?? ''}
        data={[{ value: '', label: 'All checks' }, ...selectOptions(CHECK_RESULT)]}
        onChange={(event) => onResultChange(event.currentTarget.value)}
      />
      <Attempts endpoint={endpoint} result={result} />
    </>
  );
}

function Attempts({ endpoint, result }: Omit<Props, 'onResultChange'>) {
  const query = useInfiniteQuery(attemptsQuery(endpoint.id, result));
  return (
    <QueryView
      query={query}
      errorTitle="The checks could not be loaded"
      empty={
        <EmptyState icon="pulse" title={result ? 'No check matches' : 'No checks yet'}>
          {emptyText(result, query.hasNextPage)}
        </EmptyState>
      }
      more="Show older"
    >
      {(attempts) => (
        <ol className={`list card divided ${classes.list}`} aria-label="Checks, newest first">
          {attempts.map((attempt) => (
            <AttemptEntry key={attempt.started_at} attempt={attempt} endpoint={endpoint} />
          ))}
        </ol>
      )}
    </QueryView>
  );
}

/**
 * Returns why no check is shown. A page of filtered checks may be empty although older checks
 * match.
 */
function emptyText(result: CheckResultFilter | undefined, hasOlder: boolean): string {
  if (!result) return 'Each check of this endpoint is listed here for 90 days.';
  if (hasOlder) return 'None of the newest checks has this result. Show older checks to search further.';
  return result === 'failed'
    ? 'No check of this endpoint has failed in the last 90 days.'
    : 'No check of this endpoint has found new items in the last 90 days.';
}
