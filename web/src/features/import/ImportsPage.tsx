import { useInfiniteQuery } from '@tanstack/react-query';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { StaticTable } from '@/components/StaticTable';
import { importsQuery } from '@/entities/import/import.queries';
import { DropZone } from './DropZone';
import { importColumns } from './import-columns';

export function Component() {
  const canWrite = useCanWrite();
  const query = useInfiniteQuery(importsQuery());
  return (
    <>
      <PageHeader title="Imports" />
      {canWrite && <DropZone />}
      <QueryView
        query={query}
        errorTitle="The imports could not be loaded"
        empty={
          <EmptyState icon="list" title="No imports yet">
            {canWrite ? 'This page lists all imports with the result of each row.' : 'Editors can import OPML files.'}
          </EmptyState>
        }
        more="Show older imports"
      >
        <StaticTable columns={importColumns} rows={query.data} idOf={({ id }) => id} label="Imports" pendingRows={5} />
      </QueryView>
    </>
  );
}
