import { historyQuery, registerHistoryQuery } from '@/entities/source/source.queries';
import { FilteredHistory } from './FilteredHistory';

/** Lists the changes to a source and its endpoints, newest first. */
export function HistoryTab({ id }: { id: string }) {
  return (
    <FilteredHistory
      queryOf={(filter) => (filter ? registerHistoryQuery({ ...filter, source: id }) : historyQuery(id))}
      emptyText="This page lists the changes to the source and its endpoints."
    />
  );
}
