import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { invalidate } from '@/api/invalidate';
import { ApiProblem } from '@/api/problem';
import { queryKeys } from '@/api/query-keys';
import { ErrorState } from '@/components/ErrorState';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { importQuery, isActive } from '@/entities/import/import.queries';
import { ImportNotFound } from './ImportNotFound';
import { ImportProgress, ShowSources } from './ImportProgress';
import { ImportRows } from './ImportRows';
import { ImportStateBadge } from './states';
import { UndoImport } from './UndoImport';

export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(importQuery(id));
  const { data: importRun, failureReason, isFetching, refetch } = query;
  useRefetchSources(importRun && isActive(importRun));

  if (!importRun && failureReason) {
    if (failureReason instanceof ApiProblem && failureReason.status === 404) return <ImportNotFound />;
    return <ErrorState page error={failureReason} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!importRun) {
    return (
      <>
        <PageHeader title="Import" />
        <SkeletonRows rows={8} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={importRun.filename}
        detail={<ImportStateBadge state={importRun.state} invalid={importRun.invalid} />}
        actions={
          <>
            <UndoImport importRun={importRun} />
            {importRun.state === 'done' && importRun.created + importRun.exists > 0 && (
              <ShowSources importRun={importRun} />
            )}
          </>
        }
      />
      <StaleNote query={query} />
      <ImportProgress importRun={importRun} />
      <ImportRows importRun={importRun} />
    </>
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
