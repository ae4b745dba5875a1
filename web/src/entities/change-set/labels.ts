import type { ChangeItemResult, ChangeSet, ChangeSetOrigin, ChangeSetState } from '@/api/gen/types.gen';

export const CHANGE_SET_ORIGIN: Record<ChangeSetOrigin, string> = {
  bulk: 'Bulk change',
  import: 'Import',
  table: 'Table',
  suggestion: 'Suggestion',
  restore: 'Restore',
  undo: 'Undo',
  proposal: 'Proposal',
  file: 'File',
  merge: 'Merge',
  live_list: 'Live list',
};

export const CHANGE_SET_STATE: Record<ChangeSetState, string> = {
  draft: 'Draft',
  proposed: 'Proposed',
  applying: 'Applying',
  applied: 'Applied',
  applied_in_part: 'Applied in part',
  not_applied: 'Not applied',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
};

export const CHANGE_ITEM_RESULT: Record<ChangeItemResult, string> = {
  pending: 'Not changed yet',
  changed: 'Changed',
  unchanged: 'Already set',
  conflict: 'Conflict',
  refused: 'Refused',
};

/** The fields of endpoints that a change set can change. */
const ENDPOINT_FIELDS = ['schedule', 'charset', 'default_zone', 'intent'];

/** Returns the noun of the items of a change set, for formatCount. */
export function nounOf({
  origin,
  operations,
  sample = [],
}: Pick<ChangeSet, 'origin' | 'operations' | 'sample'>): [string, string] {
  const types = new Set([
    ...operations.map(({ field }) => (ENDPOINT_FIELDS.includes(field) ? 'endpoint' : 'source')),
    // An undo and a restore have no operations.
    ...sample.map(({ target }) => target.type),
  ]);
  if (types.size > 1 || origin === 'import') return ['source or endpoint', 'sources and endpoints'];
  return types.has('endpoint') ? ['endpoint', 'endpoints'] : ['source', 'sources'];
}
