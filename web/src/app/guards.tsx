import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '@/auth/session';
import { isAreaPath, paths } from '@/lib/paths';
import { safeNext, signInPath } from './next';
import { PageSkeleton, RootFallback } from './PageSkeleton';

const MemberGate = lazy(() => import('./MemberGate'));

/** Guards the root: redirects a signed-in user to the requested address, by default the sources. */
export function SignedOutOnly() {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.status === 'loading') return <RootFallback />;
  if (session.status === 'signed-in') return <Navigate to={safeNext(search.get('next')) ?? paths.sources} replace />;
  return <Outlet />;
}

/**
 * Guards the news-sources area: redirects a signed-out user to the root, with the requested address
 * in `next`.
 */
export function SignedInOnly() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <PageSkeleton />;
  if (session.status === 'signed-out') {
    // After a requested sign-out the address is dropped, because the next user may be another
    // person.
    return <Navigate to={session.reason === 'requested' ? paths.signIn : signInPath(location)} replace />;
  }
  if (!isAreaPath(location.pathname)) return <Navigate to={paths.signIn} replace />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <MemberGate user={session.user}>
        <Outlet />
      </MemberGate>
    </Suspense>
  );
}
