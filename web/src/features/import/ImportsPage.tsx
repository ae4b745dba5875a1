import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useCanPropose, useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { StaticTable } from '@/components/StaticTable';
import { importsQuery } from '@/entities/import/import.queries';
import { paths } from '@/lib/paths';
import { DropZone } from './DropZone';
import { importColumns } from './import-columns';

export function Component() {
  const canImport = useCanPropose();
  const canWrite = useCanWrite();
  const query = useInfiniteQuery(importsQuery());
  return (
    <>
      <PageHeader
        title="Imports"
        actions={
          canWrite && (
            <Button component={Link} to={paths.liveLists} variant="default">
              Live lists
            </Button>
          )
        }
      />
      {canImport ? <DropZone /> : <p className="hint">Editors and contributors can import lists here.</p>}
      <QueryView
        query={query}
        errorTitle="The imports could not be loaded"
        empty={
          <EmptyState icon="list" title="No imports yet">
            This page lists all imports with the result of each row.
          </EmptyState>
        }
        more="Show older imports"
      >
        <StaticTable columns={importColumns} rows={query.data} idOf={({ id }) => id} label="Imports" pendingRows={5} />
      </QueryView>
    </>
  );
}
