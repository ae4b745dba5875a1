import { PageHeader } from '@/components/PageHeader';
import { registerHistoryQuery } from '@/entities/source/source.queries';
import { FilteredHistory } from './FilteredHistory';

/** Lists the changes to all sources, also to deleted ones. */
export function Component() {
  return (
    <>
      <PageHeader title="Activity" detail="Changes to all sources, including deleted ones" />
      <FilteredHistory
        queryOf={registerHistoryQuery}
        emptyText="This page lists the changes to all sources and their endpoints."
        withSource
      />
    </>
  );
}
