import type { LastKnownHealth } from '@/api/gen/types.gen';
import { formatRecentDate } from '@/lib/dates';
import { labelOf } from '@/lib/labels';
import { HEALTH_STATE } from './labels';

/**
 * Describes the health before an incident: "Last known: failing since today at 14:13. There is no
 * page at this address (404)."
 */
export function lastKnownText({ state, since, reason }: LastKnownHealth, now: Date): string {
  const label = labelOf(HEALTH_STATE, state).toLowerCase();
  const start = since && state !== 'new' ? ` since ${formatRecentDate(new Date(since), now)}` : '';
  return [`Last known: ${label}${start}.`, reason].filter(Boolean).join(' ');
}
