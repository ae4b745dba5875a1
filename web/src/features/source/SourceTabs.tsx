import { NavLink } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { SOURCE_TABS, paths, type SourceTab } from '@/lib/paths';
import classes from './SourceTabs.module.css';

const NAMES: Record<SourceTab, string> = {
  overview: 'Overview',
  checks: 'Checks',
  items: 'Items',
  settings: 'Settings',
  history: 'History',
};

/** The tabs of the source page. They are links, so that each tab has a URL. */
export function SourceTabs({ id }: { id: string }) {
  const canWrite = useCanWrite();
  return (
    <nav className={classes.tabs} aria-label="Source sections">
      {SOURCE_TABS.filter((tab) => canWrite || tab !== 'settings').map((tab) => (
        <NavLink key={tab} to={paths.source(id, tab)} end={tab === 'overview'} className={classes.tab}>
          {NAMES[tab]}
        </NavLink>
      ))}
    </nav>
  );
}
