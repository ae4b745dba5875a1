import type { Candidate } from '@/api/gen/types.gen';

/**
 * The candidates of a discovery by group, each sorted by rank. Addresses that are not feeds are
 * left out.
 */
export function groupCandidates(candidates: Candidate[]): Record<Candidate['group'], Candidate[]> {
  const usable = candidates.filter((candidate) => candidate.kind || isUnchecked(candidate));
  const ofGroup = (group: Candidate['group']) => usable.filter((candidate) => candidate.group === group);
  return { main: ofGroup('main'), section: ofGroup('section'), other: ofGroup('other') };
}

/**
 * Reports whether a candidate was announced but not fetched, because the discovery reached its
 * limit of requests.
 */
export function isUnchecked({ outcome }: Candidate): boolean {
  return outcome === 'not_checked';
}

/** Reports whether the user can select a candidate. */
export function isSelectable({ kind, existing }: Candidate): boolean {
  return kind !== undefined && !existing;
}
