import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '@/auth/session';
import { isAreaPath, paths } from '@/lib/paths';
import { MemberGate } from './MemberGate';
import { safeNext, signInPath } from './next';
import { PageSkeleton, Pending } from './PageSkeleton';

/** The root: a signed-in user is sent to the news sources, or back to the address they asked for; others stay. */
export function SignedOutOnly() {
  const session = useSession();
  const [search] = useSearchParams();
  if (session.status === 'loading') return <Pending />;
  if (session.status === 'signed-in') return <Navigate to={safeNext(search.get('next')) ?? paths.sources} replace />;
  return <Outlet />;
}

/** The news-sources area: a signed-out user is sent to the root, which keeps the address that was asked for. */
export function SignedInOnly() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <PageSkeleton />;
  if (session.status === 'signed-out') {
    // Who signs out on purpose is done here; the next person starts at the beginning.
    return <Navigate to={session.reason === 'asked' ? paths.signIn : signInPath(location)} replace />;
  }
  if (!isAreaPath(location.pathname)) return <Navigate to="/" replace />;
  return (
    <MemberGate user={session.user}>
      <Outlet />
    </MemberGate>
  );
}
