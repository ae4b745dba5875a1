import { removeCredentials } from './credentials';
import { EMPTY_SOURCE, type SourceValues } from './values';

/** Unsaved form values in the session storage of this tab; they survive a reload and an expired session. */
export interface Draft {
  /** The id of the member who entered the values; other members do not see them. */
  member: string;
  at: string;
  /** The saved values and version that the edit started from. */
  base: SourceValues;
  values: SourceValues;
}

const PREFIX = 'newssources:draft:';

/** `key` is the id of the source, or "new". */
export function readDraft(key: string, member: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    if (isDraft(draft) && draft.member === member) return draft;
    removeDraft(key); // of another member or another version of this page
  } catch {
    // Storage is blocked or holds invalid JSON: there is no draft.
  }
  return null;
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    const safeDraft = { ...draft, base: removeCredentials(draft.base), values: removeCredentials(draft.values) };
    sessionStorage.setItem(PREFIX + key, JSON.stringify(safeDraft));
  } catch {
    // Storage is full or blocked: the form works without drafts.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is blocked: there is no draft to remove.
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

function isSourceValues(value: unknown): value is SourceValues {
  if (!isObject(value)) return false;
  return Object.entries(EMPTY_SOURCE).every(
    ([field, empty]) => typeof value[field] === typeof empty && Array.isArray(value[field]) === Array.isArray(empty),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
