import type { Person, Session } from '@/api/gen/types.gen';
import { UUID } from '@/lib/search-params';

/** The filter values for the signed-in member and for sources without an assignee. */
export const ME = 'me';
export const UNASSIGNED = 'none';

/** Reports whether a text is a value of the filter by assignee. */
export function isAssignee(value: string): boolean {
  return value === ME || value === UNASSIGNED || UUID.test(value);
}

/** Returns the filter by assignee in a URL, or '' if there is none or it is invalid. */
export function parseAssignee(params: URLSearchParams): string {
  const assignee = params.get('assignee') ?? '';
  return isAssignee(assignee) ? assignee : '';
}

/** The largest number of members that a menu of filters lists. */
const MAX_MEMBERS = 20;

/**
 * Returns the values of a filter by assignee: the signed-in member, no assignee, and the other
 * members. The first is omitted for viewers, because no work is assigned to them.
 */
export function assigneeChoices(me: Pick<Session, 'id' | 'can_write'>, members: Person[] | undefined): string[] {
  const others = (members ?? []).flatMap(({ id }) => (id && id !== me.id ? [id] : []));
  return [...(me.can_write ? [ME] : []), UNASSIGNED, ...others.slice(0, MAX_MEMBERS)];
}

/** Returns the label of a value of a filter by assignee. */
export function assigneeLabel(value: string, members: Person[] | undefined): string {
  if (value === ME) return 'Me';
  if (value === UNASSIGNED) return 'Unassigned';
  return members?.find(({ id }) => id === value)?.name ?? 'Another member';
}
