import type { SuggestionOutcome } from '@/api/gen/types.gen';
import { notifyProposed } from '@/components/notify';
import { formatCount } from '@/lib/format-count';

/** Says that accepted suggestions became proposals, with a link to the first one. */
export function notifyProposedSuggestions(outcomes: SuggestionOutcome[]): void {
  const ids = outcomes.flatMap(({ proposal_id: id }) => id ?? []);
  const proposals = new Set(ids).size;
  if (proposals === 0) return;
  const where = proposals > 1 ? ` in ${formatCount(proposals, 'proposal')}` : '';
  notifyProposed({ id: ids[0]!, title: `Accept ${formatCount(ids.length, 'suggestion')}${where}` });
}
