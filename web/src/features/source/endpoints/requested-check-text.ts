import type { RequestedChecks } from '@/api/gen/types.gen';
import { formatRelativeTime } from '@/lib/relative-time';

/** Says when a requested check starts. */
export function requestedCheckText({ from, paused }: RequestedChecks, now: Date): string {
  if (paused) return 'The endpoint is checked when an administrator resumes the checks.';
  const start = from ? formatRelativeTime(new Date(from), now) : 'just now';
  return start.startsWith('in ')
    ? `The check starts ${start}, because its site limits the requests.`
    : 'The check starts within seconds.';
}
