import type { CheckStatus } from '@/api/gen/types.gen';
import { formatExactTime } from '@/lib/relative-time';

/** Says who paused all checks, when, and why. */
export function pausedText({ paused_at: at, paused_by: by, pause_reason: reason }: CheckStatus): string {
  const since = at ? ` on ${formatExactTime(new Date(at))}` : '';
  const who = by?.name ? `${by.name} paused them${since}` : `An administrator paused them${since}`;
  return `${who}${reason ? `: ${reason}` : '.'}`;
}
