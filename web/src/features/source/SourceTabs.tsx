import { NavLink } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { SOURCE_TABS, paths, type SourceTab } from '@/lib/paths';
import classes from './SourceTabs.module.css';

const NAMES: Record<SourceTab, string> = { overview: 'Overview', settings: 'Settings', history: 'History' };

/** The parts of the page. They are links, so that each has an address and opens in a new tab when asked to. */
export function SourceTabs({ id }: { id: string }) {
  const canWrite = useCanWrite();
  return (
    <nav className={classes.tabs} aria-label="Parts of this source">
      {SOURCE_TABS.filter((tab) => canWrite || tab !== 'settings').map((tab) => (
        <NavLink key={tab} to={paths.source(id, tab)} end={tab === 'overview'} className={classes.tab}>
          {NAMES[tab]}
        </NavLink>
      ))}
    </nav>
  );
}
