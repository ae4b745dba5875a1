import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { isFirstLoad } from '@/api/first-load';
import type { Source } from '@/api/gen/types.gen';
import { activityQuery, historyQuery } from '@/entities/source/source.queries';
import { suggestedFieldsQuery, suggestionsOfSourcesQuery } from '@/entities/suggestion/suggestion.queries';
import { isIncomplete, visitQuery } from '@/entities/suggestion/visit.queries';
import { CHART_DAYS } from '../ItemChart';

/**
 * Reports whether a part of the overview that would cause a layout shift is loaded for the first
 * time. A query that has failed once does not count, so that an error of one part does not hide the
 * others.
 */
export function useOverviewLoading(id: string, source: Source | undefined, enabled: boolean): boolean {
  const options = { enabled, refetchInterval: false } as const; // the parts of the overview poll
  const needsVisit = source !== undefined && isIncomplete(source);
  const queries = useQueries({
    queries: [
      { ...activityQuery(id, CHART_DAYS), ...options },
      { ...suggestionsOfSourcesQuery([id]), ...options },
      { ...suggestedFieldsQuery({ source_id: [id] }), ...options },
      { ...visitQuery(id), ...options, enabled: enabled && needsVisit },
    ],
  });
  const history = useInfiniteQuery({ ...historyQuery(id), enabled });
  const isLoading = source === undefined || queries.some(isFirstLoad) || isFirstLoad(history);
  // A later change of the source can enable the query of the visit. The overview stays visible
  // meanwhile.
  const [wasLoaded, setWasLoaded] = useState(false);
  if (enabled && !isLoading && !wasLoaded) setWasLoaded(true);
  return enabled && isLoading && !wasLoaded;
}
