import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format-count';
import classes from './CountTabs.module.css';

interface Props<T extends string> {
  value: T;
  onChange: (value: T) => void;
  /** The value, label and number of rows of each tab; undefined while the number is loading. */
  tabs: (readonly [T, string, number | undefined])[];
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Tabs that filter a list, with the number of its rows in each. */
export function CountTabs<T extends string>({ value, onChange, tabs, children }: Props<T>) {
  return (
    <Tabs value={value} onChange={(tab) => onChange(tab as T)} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {tabs.map(([tab, label, count]) => (
          <Tabs.Tab key={tab} value={tab} className={classes.tab}>
            {label} <span className="dimmed">{count === undefined ? '' : formatNumber(count)}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} className={classes.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
