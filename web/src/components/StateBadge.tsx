import type { EndpointIntent, Lifecycle } from '@/api/gen/types.gen';
import classes from './StateBadge.module.css';

/** Colour, shape and word: any one of them is enough to tell the states apart. */
const STATES: Record<Lifecycle | EndpointIntent, { label: string; shape: string }> = {
  active: { label: 'Active', shape: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9' },
  paused: { label: 'Paused', shape: 'M2.5 2h2.5v8H2.5zM7 2h2.5v8H7z' },
  draft: { label: 'Draft', shape: 'M6 1L11 6 6 11 1 6zM6 3.4L3.4 6 6 8.6 8.6 6z' },
  archived: { label: 'Archived', shape: 'M1.5 2h9v2.5h-9zM2 5.5h8V10H2z' },
  retired: { label: 'Retired', shape: 'M1.5 4.75h9v2.5h-9z' },
};

export function StateBadge({ state }: { state: Lifecycle | EndpointIntent }) {
  const { label, shape } = STATES[state];
  return (
    <span className={classes.badge} data-state={state}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path d={shape} fill="currentColor" fillRule="evenodd" />
      </svg>
      {label}
    </span>
  );
}
