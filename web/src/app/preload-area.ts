import { matchRoutes } from 'react-router-dom';
import { requestedAddress } from './next';
import { routes } from './routes';

/**
 * Starts to load the code of the page at the address, if it belongs to the news-sources area, while
 * the session is read: most of its visitors are signed in.
 */
export function preloadArea(address: { pathname: string; search: string }): void {
  const requested = requestedAddress(address);
  if (!requested) return;
  const page = matchRoutes(routes, requested)?.at(-1)?.route;
  // Each import runs in a separate task, because it inserts a link element for each of its files,
  // which takes time.
  const imports = [() => import('./SignedInShell'), () => import('./MemberGate'), page?.lazy];
  for (const load of imports) window.setTimeout(() => typeof load === 'function' && void load());
}
