import type { HealthState } from '@/api/gen/types.gen';
import { HEALTH_STATE } from '@/entities/check/labels';
import { labelOf } from '@/lib/labels';
import classes from './HealthBadge.module.css';
import type { Tone } from './tone';

/** The tones and shapes of the states. Colour, shape and word each identify the state. */
const STATES: Record<HealthState, { tone: Tone; shape: string }> = {
  ok: { tone: 'ok', shape: 'M1.5 6.5l3 3 6-7' },
  new: { tone: 'muted', shape: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M6 3.5V6l1.5 1.5' },
  quiet: { tone: 'info', shape: 'M2 4h5L2 9h5M8.5 2h2L8.5 4.5h2' },
  unknown: { tone: 'muted', shape: 'M4 4.2a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1M6 9.6v.01' },
  degraded: { tone: 'warn', shape: 'M6 1.5v5M6 9.8v.01' },
  suspect: { tone: 'warn', shape: 'M6 1.5l5 9H1zM6 5v2.5M6 9v.01' },
  blocked: { tone: 'bad', shape: 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M3 9l6-6' },
  failing: { tone: 'bad', shape: 'M2.5 2.5l7 7M9.5 2.5l-7 7' },
  gone: { tone: 'bad', shape: 'M2 6h8' },
};

/**
 * The health that the checks observe. It is a filled pill, unlike the lifecycle, which people set.
 */
export function HealthBadge({ state }: { state: HealthState }) {
  const { tone, shape } = STATES[state] ?? STATES.unknown;
  return (
    <span className={classes.badge} data-tone={tone}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path
          d={shape}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {labelOf(HEALTH_STATE, state)}
    </span>
  );
}
