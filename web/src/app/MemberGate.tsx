import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { ApiProblem } from '@/api/problem';
import { nextAttempt } from '@/api/query-client';
import { MemberContext, memberQuery } from '@/auth/member';
import type { SessionUser } from '@/auth/session-store';
import { ErrorState } from '@/components/ErrorState';
import { AccessDenied } from './AccessDenied';
import { PageSkeleton } from './PageSkeleton';

/** Renders its children when the API admits the signed-in user, otherwise the reason why not. */
export default function MemberGate({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { data, error, failureReason, refetch, isFetching } = useQuery(memberQuery(user.uid));

  // A 403 takes precedence over cached data, because access can be revoked.
  if (error instanceof ApiProblem && error.status === 403) {
    return <AccessDenied user={user} problem={error} onCheckAgain={refetch} />;
  }
  if (data) {
    return (
      <MemberContext value={data}>
        <Interruptible fallback={<PageSkeleton />}>{children}</Interruptible>
      </MemberContext>
    );
  }
  const failure = error ?? (nextAttempt(failureReason, isFetching) && failureReason);
  if (failure) return <ErrorState page error={failure} onRetry={() => void refetch()} retrying={isFetching} />;
  return <PageSkeleton />;
}

/**
 * Renders its children for the first time in steps of a few milliseconds, so that the page responds
 * meanwhile.
 */
function Interruptible({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return useDeferredValue(true, false) ? children : fallback;
}
