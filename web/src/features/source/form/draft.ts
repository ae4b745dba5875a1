import { removeCredentials } from './credentials';
import { EMPTY_SOURCE, type SourceValues } from './values';

/** What somebody typed and did not save: survives a reload and an expired session, in this tab only. */
export interface Draft {
  /** Who typed it. Nobody else at this screen gets to see it. */
  member: string;
  at: string;
  /** The values the edit began with, and their version. */
  base: SourceValues;
  values: SourceValues;
}

const PREFIX = 'newssources:draft:';

/** `key` is the id of the source, or "new". */
export function readDraft(key: string, member: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    if (isDraft(draft) && draft.member === member) return draft;
    removeDraft(key); // of somebody else, or of another version of this page
  } catch {
    // storage is blocked, or holds no JSON: as if there were none
  }
  return null;
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    const kept = { ...draft, base: removeCredentials(draft.base), values: removeCredentials(draft.values) };
    sessionStorage.setItem(PREFIX + key, JSON.stringify(kept));
  } catch {
    // full or blocked: the form still works, it only isn't kept
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // blocked: then there is none
  }
}

function isDraft(value: unknown): value is Draft {
  if (!isObject(value)) return false;
  return (
    typeof value.member === 'string' &&
    typeof value.at === 'string' &&
    isSourceValues(value.base) &&
    isSourceValues(value.values)
  );
}

export function isSourceValues(value: unknown): value is SourceValues {
  if (!isObject(value)) return false;
  return Object.entries(EMPTY_SOURCE).every(
    ([field, empty]) => typeof value[field] === typeof empty && Array.isArray(value[field]) === Array.isArray(empty),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
