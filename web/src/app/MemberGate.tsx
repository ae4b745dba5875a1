import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/api/problem';
import { MemberContext, memberQuery } from '@/auth/member';
import type { SessionUser } from '@/auth/session-store';
import { ErrorState } from '@/components/ErrorState';
import { AccessDenied } from './AccessDenied';
import { PageSkeleton } from './PageSkeleton';

/** Renders its children when the API admits the signed-in user, otherwise the reason why not. */
export default function MemberGate({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { data, error, refetch, isFetching } = useQuery(memberQuery(user.uid));

  // A 403 takes precedence over cached data, because access can be revoked.
  if (error instanceof ApiProblem && error.status === 403) {
    return <AccessDenied user={user} problem={error} onCheckAgain={refetch} />;
  }
  if (data) return <MemberContext value={data}>{children}</MemberContext>;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <PageSkeleton />;
}
