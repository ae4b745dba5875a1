import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/query-keys';
import { NotFound } from '@/components/NotFound';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { importQuery, isActive } from '@/entities/import/import.queries';
import { paths } from '@/lib/paths';
import { ImportProgress, ShowSources } from './ImportProgress';
import { ImportRows } from './ImportRows';
import { ImportStateBadge } from './states';
import { TableImport } from './TableImport';
import { UndoImport } from './UndoImport';

export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(importQuery(id));
  useRefetchSources(query.data && isActive(query.data));
  return (
    <QueryView
      query={query}
      errorTitle="The import could not be loaded"
      header={<PageHeader title="Import" />}
      notFound={
        <NotFound title="Import not found" to={paths.imports} linkText="Show all imports">
          No import has this address. The import may have been discarded, or the link may be incomplete.
        </NotFound>
      }
    >
      {(importRun) => (
        <>
          <PageHeader
            title={importRun.filename}
            detail={<ImportStateBadge importRun={importRun} />}
            actions={
              <>
                <UndoImport importRun={importRun} />
                {importRun.state === 'done' &&
                  (importRun.counts !== undefined || importRun.created + importRun.exists > 0) && (
                    <ShowSources importRun={importRun} />
                  )}
              </>
            }
          />
          {importRun.counts ? (
            <TableImport importRun={importRun} />
          ) : (
            <>
              <ImportProgress importRun={importRun} />
              <ImportRows importRun={importRun} />
            </>
          )}
        </>
      )}
    </QueryView>
  );
}

/** Refetches the source queries when the import ends. */
function useRefetchSources(active: boolean | undefined) {
  const queryClient = useQueryClient();
  const wasActive = useRef(active);
  useEffect(() => {
    if (wasActive.current && active === false) invalidate(queryClient, ...queryKeys.imported);
    wasActive.current = active;
  }, [active, queryClient]);
}
