import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { ApiProblem } from '@/api/problem';
import { queryKeys } from '@/api/query-keys';
import { ErrorState } from '@/components/ErrorState';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { ImportNotFound } from './ImportNotFound';
import { ImportProgress, ShowSources } from './ImportProgress';
import { ImportRows } from './ImportRows';
import { importQuery, isLive } from './import.queries';
import { ImportStateBadge } from './states';

export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(importQuery(id));
  const { data: list, failureReason, isFetching, refetch } = query;
  useRefreshSources(list && isLive(list));

  if (!list && failureReason) {
    if (failureReason instanceof ApiProblem && failureReason.status === 404) return <ImportNotFound />;
    return <ErrorState page error={failureReason} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!list) {
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
        title={list.filename}
        detail={<ImportStateBadge state={list.state} />}
        actions={list.state === 'done' && <ShowSources />}
      />
      <StaleNote query={query} />
      <ImportProgress list={list} />
      <ImportRows list={list} />
    </>
  );
}

/** When it comes to its end, the lists of sources are other ones. */
function useRefreshSources(live: boolean | undefined) {
  const queryClient = useQueryClient();
  const wasLive = useRef(live);
  useEffect(() => {
    if (wasLive.current && live === false) {
      for (const queryKey of [queryKeys.sourceLists, queryKeys.summary, queryKeys.tags, ['source']]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    }
    wasLive.current = live;
  }, [live, queryClient]);
}
