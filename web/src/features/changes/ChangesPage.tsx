import { useInfiniteQuery } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { useSearchParams } from 'react-router-dom';
import type { ChangeSet } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { MoreButton } from '@/components/MoreButton';
import { PageHeader } from '@/components/PageHeader';
import { StaleNote } from '@/components/StaleNote';
import { changeSetsQuery } from '@/entities/change-set/change-set.queries';
import { changeColumns } from './change-columns';
import { changesParams, changesQueryOf, parseChangesFilter } from './changes-filter';
import { ChangesFilters } from './ChangesFilters';
import { ProposalsNote } from './ProposalsNote';

/** Lists all change sets, newest first. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = parseChangesFilter(params);
  const query = useInfiniteQuery(changeSetsQuery(changesQueryOf(filter)));
  const changeSets = query.data;
  const error = loadError(query);

  function body() {
    if (error) {
      return <ErrorState error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
    }
    if (changeSets?.length === 0) {
      return changesParams(filter).size > 0 ? (
        <EmptyState icon="history" title="No change matches">
          Remove a filter to see more changes.
        </EmptyState>
      ) : (
        <EmptyState icon="history" title="No changes yet">
          This page lists changes of many sources. Select sources in the list to change them together.
        </EmptyState>
      );
    }
    return (
      <>
        <StaleNote query={query} />
        <ChangesTable changeSets={changeSets} />
        <MoreButton query={query}>Show older changes</MoreButton>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Changes" />
      <ProposalsNote />
      <ChangesFilters
        filter={filter}
        onChange={(change) => setParams(changesParams({ ...filter, ...change }), { replace: true })}
      />
      {body()}
    </>
  );
}

function ChangesTable({ changeSets }: { changeSets: ChangeSet[] | undefined }) {
  const table = useTable({
    features: dataTableFeatures,
    columns: changeColumns,
    data: changeSets ?? NO_ROWS,
    getRowId: (row) => row.id,
  });
  return <DataTable table={table} label="Changes" pendingRows={changeSets ? 0 : 8} />;
}
