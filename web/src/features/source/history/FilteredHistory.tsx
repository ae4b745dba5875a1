import { useSearchParams } from 'react-router-dom';
import type { ListRegisterHistoryData } from '@/api/gen/types.gen';
import { historyParams, historyQueryOf, parseHistoryFilter } from './history-filter';
import { HistoryFilters } from './HistoryFilters';
import { HistoryList } from './HistoryList';

interface Props {
  /** Returns the query of the changes that match a filter; undefined without one. */
  queryOf: (filter: ListRegisterHistoryData['query']) => Parameters<typeof HistoryList>[0]['query'];
  emptyText: string;
  withSource?: boolean;
}

/** A list of changes with its filters, which are kept in the URL. */
export function FilteredHistory({ queryOf, emptyText, withSource }: Props) {
  const [params, setParams] = useSearchParams();
  const filter = parseHistoryFilter(params);
  const isFiltered = historyParams(filter).size > 0;
  return (
    <>
      <HistoryFilters
        filter={filter}
        onChange={(change) => setParams(historyParams({ ...filter, ...change }), { replace: true })}
      />
      <HistoryList
        query={queryOf(isFiltered ? historyQueryOf(filter) : undefined)}
        emptyTitle={isFiltered ? 'No change matches' : 'No changes yet'}
        emptyText={isFiltered ? 'Remove a filter to see more changes.' : emptyText}
        withSource={withSource}
      />
    </>
  );
}
