import type { CheckStatus } from '@/api/gen/types.gen';
import { formatDateTime } from './relative-time';

/** Says who has paused all checks, since when, and why. */
export function pausedText({ paused_at: at, paused_by: by, pause_reason: reason }: CheckStatus): string {
  const since = at ? ` since ${formatDateTime(new Date(at))}` : '';
  const who = by?.name ? `${by.name} paused them` : 'An administrator paused them';
  return `All checks are paused${since}. ${who}${reason ? `: ${reason}` : '.'}`;
}
