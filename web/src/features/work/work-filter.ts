import type { WorkGroup } from '@/api/gen/types.gen';

/** The part of the work list that is shown. */
export interface WorkFilter {
  /** The id of a member, "me", "none", or undefined for all. */
  assignee?: string;
  snoozed: boolean;
}

/** Reports whether all work is shown, except what is snoozed. */
export function isUnfiltered({ assignee, snoozed }: WorkFilter): boolean {
  return !assignee && !snoozed;
}

/** Returns the number of sources of a group that are shown. */
export function countOf(group: WorkGroup, { snoozed }: WorkFilter): number {
  return snoozed ? group.snoozed : group.sources;
}
