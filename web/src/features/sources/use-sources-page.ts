import { useQuery } from '@tanstack/react-query';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { sourcesQuery } from './sources.queries';
import type { SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

/** Queries the page of the list that the URL describes. */
export function useSourcesPage(search: SourcesSearch, change: ChangeSearch) {
  const query = useQuery(sourcesQuery(search));
  const resettingCursor = useInvalidCursorReset(query, search.cursor, () =>
    change({ cursor: null }, { replace: true }),
  );
  const currentPage = query.isPlaceholderData || resettingCursor ? undefined : query.data;
  // Reported from the first failure, before the retries: the previous rows belong to another query.
  const problem = currentPage || resettingCursor ? null : query.failureReason;
  return {
    query,
    /** The current response, or the previous one while it loads. */
    page: resettingCursor || problem ? undefined : query.data,
    /** The response for the current URL; undefined while it loads. */
    currentPage,
    busy: query.isPlaceholderData,
    /** The error, if there is no current response. */
    problem,
  };
}
