/**
 * Unsaved form values in the session storage of this tab; they survive a reload and an expired
 * session.
 */
export interface Draft<T> {
  /** The id of the member who entered the values; other members do not see them. */
  member: string;
  at: string;
  /** The saved values and version that the edit started from. */
  base: T;
  values: T;
}

const PREFIX = 'newssources:draft:';

/**
 * `key` identifies the form. `like` are values of the form: a draft with other fields belongs to
 * another version of the page.
 */
export function readDraft<T extends object>(key: string, member: string, like: T): Draft<T> | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    if (isDraft(draft, like) && draft.member === member) return draft;
    removeDraft(key); // of another member or another version of this page
  } catch {
    // Storage is blocked or holds invalid JSON: there is no draft.
  }
  return null;
}

export function writeDraft<T>(key: string, draft: Draft<T>): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
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

function isDraft<T extends object>(value: unknown, like: T): value is Draft<T> {
  if (!isObject(value)) return false;
  return (
    typeof value.member === 'string' &&
    typeof value.at === 'string' &&
    isLike(value.base, like) &&
    isLike(value.values, like)
  );
}

function isLike<T extends object>(value: unknown, like: T): value is T {
  if (!isObject(value)) return false;
  return Object.entries(like).every(
    ([field, known]) => typeof value[field] === typeof known && Array.isArray(value[field]) === Array.isArray(known),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
