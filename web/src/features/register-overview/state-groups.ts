import type { HealthState } from '@/api/gen/types.gen';
import type { Tone } from '@/components/tone';

/**
 * The groups of states in the chart, from the bottom. More than four colours could not be told
 * apart.
 */
export const GROUPS: { tone: Tone; label: string; states: HealthState[] }[] = [
  { tone: 'ok', label: 'Working', states: ['ok'] },
  { tone: 'info', label: 'Quiet', states: ['quiet'] },
  { tone: 'muted', label: 'New, unknown', states: ['new', 'unknown'] },
  { tone: 'warn', label: 'Failed recently, suspect', states: ['degraded', 'suspect'] },
  { tone: 'bad', label: 'Blocked, failing, gone', states: ['blocked', 'failing', 'gone'] },
];

/** Returns the segments of a bar, from the bottom. `scale` is the height of one source. */
export function stackOf(counts: Record<string, number>, scale: number): { tone: Tone; y: number; height: number }[] {
  let y = 0;
  return GROUPS.flatMap(({ tone, states }) => {
    const height = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0) * scale;
    const segment = { tone, y, height };
    y += height;
    return height > 0 ? [segment] : [];
  });
}
