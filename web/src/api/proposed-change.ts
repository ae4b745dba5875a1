import type { ChangeSet } from './gen/types.gen';

/**
 * Thrown instead of the result of a change that became a proposal, because the member is a
 * contributor.
 */
export class ProposedChange extends Error {
  readonly changeSet: ChangeSet;

  constructor(changeSet: ChangeSet) {
    super(`Proposed: ${changeSet.title}`);
    this.changeSet = changeSet;
  }
}

/** Returns the result of a change, or throws ProposedChange. */
export function resultOf<T extends object>(data: T | ChangeSet): T {
  if (isProposal(data)) throw new ProposedChange(data);
  return data;
}

function isProposal(data: object): data is ChangeSet {
  return 'preview_complete' in data;
}
