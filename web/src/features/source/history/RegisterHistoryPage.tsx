import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '@/components/PageHeader';
import { registerHistoryQuery } from '../source.queries';
import { historyParams, historyQueryOf, parseHistoryFilter } from './history-filter';
import { HistoryFilters } from './HistoryFilters';
import { HistoryList } from './HistoryList';

/** Lists the changes to all sources, also to deleted ones. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = parseHistoryFilter(params);
  const isFiltered = historyParams(filter).size > 0;
  return (
    <>
      <PageHeader title="Activity" detail="Changes to all sources, including deleted ones" />
      <HistoryFilters
        filter={filter}
        onChange={(change) => setParams(historyParams({ ...filter, ...change }), { replace: true })}
      />
      <HistoryList
        query={registerHistoryQuery(historyQueryOf(filter))}
        emptyTitle={isFiltered ? 'No change matches' : 'No changes yet'}
        emptyText={
          isFiltered
            ? 'Remove a filter to see more changes.'
            : 'This page lists the changes to all sources and their endpoints.'
        }
        withSource
      />
    </>
  );
}
