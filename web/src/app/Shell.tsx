import { useRef } from 'react';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { useSession } from '@/auth/session';
import { paths } from '@/lib/paths';
import { Banners } from './Banners';
import classes from './shell.module.css';
import { useRouteFocus } from './use-route-focus';
import { UserMenu } from './UserMenu';

/** The toolbar and, below it, the area that shows the current route. */
export function Shell() {
  const session = useSession();
  const content = useRef<HTMLElement>(null);
  useRouteFocus(content);

  return (
    <>
      <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <header className={classes.toolbar}>
        <Link to="/" className={classes.product}>
          News Sources
        </Link>
        {session.status === 'signed-in' && (
          <>
            <nav className={classes.nav} aria-label="Areas">
              <AreaLink to={paths.sources} label="Sources" />
              <AreaLink to={paths.imports} label="Imports" />
            </nav>
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

function AreaLink({ to, label }: { to: string; label: string }) {
  return (
    <NavLink to={to} end={to === paths.sources} className={classes.navLink}>
      {label}
    </NavLink>
  );
}
