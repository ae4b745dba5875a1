import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { ApiProblem } from '@/api/problem';
import { memberQuery } from '@/auth/member';
import { useSession } from '@/auth/session';
import type { SessionUser } from '@/auth/session-store';
import { paths } from '@/lib/paths';
import { Banners } from './Banners';
import classes from './shell.module.css';
import { useRouteFocus } from './use-route-focus';
import { UserMenu } from './UserMenu';

/** Renders the toolbar and the content area with the current route. */
export function Shell() {
  const session = useSession();
  const content = useRef<HTMLElement>(null);
  useRouteFocus(content);

  return (
    <>
      <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
        Skip to content
      </button>
      <header className={classes.toolbar}>
        <Link to="/" className={classes.product}>
          News Sources
        </Link>
        {session.status === 'signed-in' && (
          <>
            <AreaNav user={session.user} />
            <div className={classes.end}>
              <UserMenu user={session.user} />
            </div>
          </>
        )}
      </header>
      <main ref={content} id="content" className={classes.content} tabIndex={-1}>
        <Banners />
        <Outlet />
      </main>
    </>
  );
}

function AreaNav({ user }: { user: SessionUser }) {
  const { error } = useQuery(memberQuery(user.uid));
  // A user whom the API does not admit gets no links.
  if (error instanceof ApiProblem && error.status === 403) return null;
  return (
    <nav className={classes.nav} aria-label="Areas">
      <AreaLink to={paths.sources} label="Sources" />
      <AreaLink to={paths.imports} label="Imports" />
    </nav>
  );
}

function AreaLink({ to, label }: { to: string; label: string }) {
  return (
    <NavLink to={to} end={to === paths.sources} className={classes.navLink}>
      {label}
    </NavLink>
  );
}
