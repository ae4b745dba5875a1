import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiProblem } from '@/api/problem';
import { sourcesQuery } from './sources.queries';
import type { SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

/** The page of the list that the address asks for, and what to know about it. */
export function useSourcesPage(search: SourcesSearch, change: ChangeSearch) {
  const query = useQuery(sourcesQuery(search));
  const own = query.isPlaceholderData ? undefined : query.data;

  // A place that is no longer in the list, such as in an old link, is its start.
  const lost =
    search.cursor !== null &&
    ((query.error instanceof ApiProblem && query.error.code === 'invalid_cursor') || own?.items.length === 0);
  const goToStart = useEffectEvent(() => change({ cursor: null }, { replace: true }));
  useEffect(() => {
    if (lost) goToStart();
  }, [lost]);

  // Said from the first failure on: asking again takes a while, and old rows would not be what was asked for.
  const problem = own ? null : (query.error ?? (query.failureCount > 0 ? query.failureReason : null));
  return {
    query,
    /** The answer, or the one before while it is on the way. */
    page: lost || problem ? undefined : query.data,
    own: lost ? undefined : own,
    busy: query.isPlaceholderData,
    /** Why there is no answer. */
    problem: lost ? null : problem,
  };
}
