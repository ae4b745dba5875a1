import { useQuery } from '@tanstack/react-query';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { sourcesQuery } from './sources.queries';
import type { SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

/** The page of the list that the address asks for, and what to know about it. */
export function useSourcesPage(search: SourcesSearch, change: ChangeSearch) {
  const query = useQuery(sourcesQuery(search));
  const lost = useInvalidCursorReset(query, search.cursor, () => change({ cursor: null }, { replace: true }));
  const own = query.isPlaceholderData || lost ? undefined : query.data;
  // Said from the first failure on: asking again takes a while, and old rows would not be what was asked for.
  const problem = own || lost ? null : query.failureReason;
  return {
    query,
    /** The answer, or the one before while it is on the way. */
    page: lost || problem ? undefined : query.data,
    own,
    busy: query.isPlaceholderData,
    /** Why there is no answer. */
    problem,
  };
}
