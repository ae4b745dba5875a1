import { historyQuery } from '../source.queries';
import { HistoryList } from './HistoryList';

/** Lists the changes to a source and its endpoints, newest first. */
export function HistoryTab({ id }: { id: string }) {
  return (
    <HistoryList query={historyQuery(id)} emptyText="This page lists the changes to the source and its endpoints." />
  );
}
