import { lazy, Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useSession } from '@/auth/session';
import { isAreaPath } from '@/lib/paths';
import { Frame } from './Frame';
import { PageSkeleton, RootFallback } from './PageSkeleton';
import { useRouteFocus } from './use-route-focus';

const SignedInShell = lazy(() => import('./SignedInShell'));

/**
 * Renders the toolbar and the content area with the current route. The code for signed-in users
 * loads when needed.
 */
export function Shell() {
  const session = useSession();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useRouteFocus(content, session.status !== (isAreaPath(pathname) ? 'signed-in' : 'signed-out'));

  if (session.status !== 'signed-in') {
    return (
      <Frame content={content}>
        <Outlet />
      </Frame>
    );
  }
  const loading = <Frame content={content}>{isAreaPath(pathname) ? <PageSkeleton /> : <RootFallback />}</Frame>;
  return (
    <Suspense fallback={loading}>
      {/* The key drops the cached data of the previous user. */}
      <SignedInShell key={session.user.uid} user={session.user} content={content} />
    </Suspense>
  );
}
