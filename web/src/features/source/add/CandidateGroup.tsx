import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '@/components/Icon';
import classes from './candidates.module.css';

interface Props {
  title: string;
  count: number;
  selectedCount: number;
  /** Whether the group is open when it appears. */
  isInitiallyOpen: boolean;
  /** The actions of the group, shown above its rows. */
  actions: { label: string; onClick: () => void }[];
  children: ReactNode;
}

/** A collapsible group of candidates with its number of rows. */
export function CandidateGroup({ title, count, selectedCount, isInitiallyOpen, actions, children }: Props) {
  return (
    <details className={classes.group} open={isInitiallyOpen}>
      <summary>
        <Icon name="chevron-right" size={14} />
        <span className={classes.groupTitle}>
          {title} ({count})
        </span>
        {selectedCount > 0 && <span className={classes.groupSelected}>{selectedCount} selected</span>}
      </summary>
      {actions.length > 0 && (
        <div className={classes.groupActions}>
          {actions.map(({ label, onClick }) => (
            <Button key={label} variant="subtle" size="compact-xs" onClick={onClick}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <ul className={classes.candidates} aria-label={title}>
        {children}
      </ul>
    </details>
  );
}
