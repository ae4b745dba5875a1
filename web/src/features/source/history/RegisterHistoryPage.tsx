import { PageHeader } from '@/components/PageHeader';
import { registerHistoryQuery } from '../source.queries';
import { HistoryList } from './HistoryList';

/** Lists the changes to all sources, also to deleted ones. */
export function Component() {
  return (
    <>
      <PageHeader title="History" detail="Changes to all sources, including deleted ones" />
      <HistoryList
        query={registerHistoryQuery()}
        emptyText="This page lists the changes to all sources and their endpoints."
        withSource
      />
    </>
  );
}
