import { formatCount } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';

/**
 * The service starts this many requested checks a second, and at most this many per request; see
 * the contract.
 */
const CHECKS_PER_SECOND = 10;
const MAX_ENDPOINTS = 10_000;

/**
 * Says what a check of all listed sources does and how long it takes. With isMinimum, there are
 * more of them.
 */
export function checkListText(sources: number, isMinimum = false): string {
  const spread = `The checks are spread over time, at most ${CHECKS_PER_SECOND} a second`;
  if (sources > MAX_ENDPOINTS || isMinimum) {
    return `At most ${formatCount(MAX_ENDPOINTS, 'endpoint')} are checked at once. Narrow the list with filters.`;
  }
  const minutes = Math.ceil(sources / CHECKS_PER_SECOND / 60);
  const least = minutes <= 1 ? 'less than 1 min' : `about ${formatDuration(minutes * 60)}`;
  return `All active endpoints of the listed sources are checked. ${spread}: with one endpoint each, this takes ${least}. Sources that are not active are skipped.`;
}
