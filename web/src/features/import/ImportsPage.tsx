import { useInfiniteQuery } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Import } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { MoreButton } from '@/components/MoreButton';
import { PageHeader } from '@/components/PageHeader';
import { StaleNote } from '@/components/StaleNote';
import { importsQuery } from '@/entities/import/import.queries';
import { DropZone } from './DropZone';
import { importColumns } from './import-columns';

export function Component() {
  const canWrite = useCanWrite();
  const query = useInfiniteQuery(importsQuery());
  const { data, failureReason, isFetching, refetch } = query;
  const imports = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);

  function body() {
    if (!imports && failureReason) {
      return <ErrorState error={failureReason} onRetry={() => void refetch()} retrying={isFetching} />;
    }
    if (imports?.length === 0) {
      return (
        <EmptyState icon="list" title="No imports yet">
          {canWrite ? 'This page lists all imports with the result of each row.' : 'Editors can import OPML files.'}
        </EmptyState>
      );
    }
    return (
      <>
        <StaleNote query={query} />
        <ImportsTable imports={imports} />
        <MoreButton query={query}>Show older imports</MoreButton>
      </>
    );
  }

  return (
    <>
      <PageHeader title="Imports" />
      {canWrite && <DropZone />}
      {body()}
    </>
  );
}

function ImportsTable({ imports }: { imports: Import[] | undefined }) {
  const table = useTable({
    features: dataTableFeatures,
    columns: importColumns,
    data: imports ?? NO_ROWS,
    getRowId: (row) => row.id,
  });
  return <DataTable table={table} label="Imports" pendingRows={imports ? 0 : 5} />;
}
