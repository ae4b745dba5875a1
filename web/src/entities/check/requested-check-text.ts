import type { RequestedChecks } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';
import { formatRelativeTime } from '@/lib/relative-time';

/** Says when a requested check starts. */
export function requestedCheckText({ from, paused }: RequestedChecks, now: Date): string {
  if (paused) return 'The endpoint is checked when an administrator resumes the checks.';
  const start = from ? formatRelativeTime(new Date(from), now) : 'just now';
  return start.startsWith('in ')
    ? `The check starts ${start}, because the endpoint was just checked or its site limits the requests.`
    : 'The check starts within seconds.';
}

/** Says how many endpoints are checked, by when, and how many are not. */
export function requestedChecksText({ endpoints, skipped, to, paused }: RequestedChecks, now: Date): string {
  const left =
    skipped > 0 &&
    `${formatCount(skipped, 'endpoint')} ${skipped === 1 ? 'is' : 'are'} skipped: paused, or of a source that is not active.`;
  return [checkedText(endpoints, to, paused, now), left].filter(Boolean).join(' ');
}

function checkedText(endpoints: number, to: string | undefined, paused: boolean, now: Date): string {
  if (endpoints === 0) return 'No endpoint is checked.';
  const what = formatCount(endpoints, 'endpoint');
  const verb = endpoints === 1 ? 'is' : 'are';
  if (paused) return `${what} ${verb} checked when an administrator resumes the checks.`;
  const end = to ? formatRelativeTime(new Date(to), now) : 'just now';
  return end.startsWith('in ')
    ? `${what} ${verb} checked, the last one ${end}.`
    : `${what} ${verb} checked within seconds.`;
}
