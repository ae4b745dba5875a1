import { matchRoutes } from 'react-router-dom';
import { isAreaPath } from '@/lib/paths';
import { safeNext } from './next';
import { routes } from './routes';

/**
 * Starts to load the code of the page at the address, if it belongs to the news-sources area, while
 * the session is read: most of its visitors are signed in. The service redirects a request for such
 * a page to `/?next=…`.
 */
export function preloadArea({ pathname, search }: { pathname: string; search: string }): void {
  const requested = isAreaPath(pathname) ? pathname : safeNext(new URLSearchParams(search).get('next'));
  if (!requested) return;
  const page = matchRoutes(routes, requested)?.at(-1)?.route;
  // Each import runs in a separate task, because it inserts a link element for each of its files,
  // which takes time.
  const imports = [() => import('./SignedInShell'), () => import('./MemberGate'), page?.lazy];
  for (const load of imports) window.setTimeout(() => typeof load === 'function' && void load());
}
