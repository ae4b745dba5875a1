import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import classes from './TabLinks.module.css';

interface Tab {
  to: string;
  label: ReactNode;
  /** The tab is current only at its own address, not below it. */
  end?: boolean;
}

/** Tabs that are links, so that each tab has a URL. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end} className={classes.tab}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
