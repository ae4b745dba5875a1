import type { EndpointIntent, Lifecycle } from '@/api/gen/types.gen';
import type { Tone } from './tone';
import { ToneBadge } from './ToneBadge';

/**
 * The icons and tones of the states. “Active” is neutral, because a lifecycle does not say whether
 * a source works. Colour, shape and word each identify the state, so that no state depends on
 * colour alone.
 */
const STATES: Record<Lifecycle | EndpointIntent, { label: string; tone: Tone; shape: string }> = {
  active: { label: 'Active', tone: 'muted', shape: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9' },
  paused: { label: 'Paused', tone: 'warn', shape: 'M2.5 2h2.5v8H2.5zM7 2h2.5v8H7z' },
  draft: { label: 'Draft', tone: 'info', shape: 'M6 1L11 6 6 11 1 6zM6 3.4L3.4 6 6 8.6 8.6 6z' },
  archived: { label: 'Archived', tone: 'muted', shape: 'M1.5 2h9v2.5h-9zM2 5.5h8V10H2z' },
  retired: { label: 'Retired', tone: 'muted', shape: 'M1.5 4.75h9v2.5h-9z' },
};

export function StateBadge({ state }: { state: Lifecycle | EndpointIntent }) {
  const { label, tone, shape } = STATES[state];
  const icon = (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path d={shape} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
  return (
    <ToneBadge tone={tone} icon={icon}>
      {label}
    </ToneBadge>
  );
}
