import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { sourcesQuery } from './sources.queries';
import { applyChange, type SourcesSearch } from './sources.schema';

/** Returns a function that requests the rows of a text search, and cancels its last request. */
export function usePrepareSearch(search: SourcesSearch): (text: string) => Promise<void> {
  const client = useQueryClient();
  const last = useRef<QueryKey>(undefined);
  return (text) => {
    if (last.current) void client.cancelQueries({ queryKey: last.current, exact: true, type: 'inactive' });
    const query = sourcesQuery(applyChange(search, { q: text }));
    last.current = query.queryKey;
    return client.prefetchQuery(query);
  };
}
