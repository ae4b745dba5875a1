import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DisclosureSummary } from '@/components/DisclosureSummary';
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
      <DisclosureSummary iconSize={14}>
        <span className="semibold">
          {title} ({count})
        </span>
        {selectedCount > 0 && <span className="hint">{selectedCount} selected</span>}
      </DisclosureSummary>
      {actions.length > 0 && (
        <div className={classes.groupActions}>
          {actions.map(({ label, onClick }) => (
            <Button key={label} variant="subtle" size="compact-xs" onClick={onClick}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <ul className={`list ${classes.candidates}`} aria-label={title}>
        {children}
      </ul>
    </details>
  );
}
