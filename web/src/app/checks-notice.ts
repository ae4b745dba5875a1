import type { CheckStatus, Incident } from '@/api/gen/types.gen';
import { pausedText } from '@/entities/check/paused-text';
import { formatExactTime } from '@/lib/relative-time';
import type { ChecksNotice } from './Banners';

/**
 * Returns the notice about an open incident of the whole service or a pause of the checks, or
 * undefined if there is none.
 */
export function checksNotice(
  incident: Incident | null | undefined,
  checks: CheckStatus | undefined,
): ChecksNotice | undefined {
  if (incident) {
    const since = formatExactTime(new Date(incident.started_at));
    return {
      icon: 'warning',
      text: 'The service cannot reach any site.',
      detail: `It has not reached any since ${since}. Checks are suspended, and the health of sources is unknown.`,
      link: 'Show incidents',
    };
  }
  if (checks?.paused)
    return { icon: 'pause', text: 'All checks are paused.', detail: pausedText(checks), link: 'Show checks' };
  return undefined;
}
