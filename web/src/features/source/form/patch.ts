import type { EndpointCreate, SourceCreate, SourcePatch } from '@/api/gen/types.gen';
import { base64Of } from '@/lib/data-url';
import { startOfLocalDay } from '@/lib/dates';
import { PATCH_FIELDS, type SourceField, type SourceValues } from './values';

/** Whether two values of a form are the same; lists count by what is in them. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Until and reason belong to a pause: what was typed into them before the state was changed back does not count. */
export function clearUnusedPause(values: SourceValues): SourceValues {
  return values.lifecycle === 'paused' ? values : { ...values, paused_until: '', pause_reason: '' };
}

/** A merge patch (RFC 7396) of what changed: absent keeps, null clears. */
export function buildSourcePatch(before: SourceValues, after: SourceValues): SourcePatch {
  const patch: Record<string, unknown> = {};
  for (const field of PATCH_FIELDS) {
    if (!isSameValue(before[field], after[field])) patch[field] = toApiValue(field, after);
  }
  if (after.lifecycle !== 'paused') {
    // The API ends a pause together with its until and reason.
    delete patch.paused_until;
    delete patch.pause_reason;
  }
  return patch;
}

/** A new source: what is empty is left out. */
export function buildSourceCreate(values: SourceValues, lifecycle: 'draft' | 'active'): SourceCreate {
  const body: Record<string, unknown> = { lifecycle };
  for (const field of PATCH_FIELDS) {
    if (field === 'lifecycle' || field === 'paused_until' || field === 'pause_reason') continue;
    const value = toApiValue(field, values);
    if (value !== null) body[field] = value;
  }
  if (values.allow_duplicate) body.duplicate_reason = values.duplicate_reason;
  const endpoints = filledEndpointRows(values).map((row) => buildEndpointCreate(values.endpoints[row]!));
  if (endpoints.length > 0) body.endpoints = endpoints;
  return body as SourceCreate; // name and homepage are required by the form
}

/** A row as a new endpoint; a recipe belongs to a page only, and the kind of a row may have been changed. */
export function buildEndpointCreate({ url, kind, name, recipe }: SourceValues['endpoints'][number]): EndpointCreate {
  return { url, kind, ...(name && { name }), ...(kind === 'html_list' && recipe && { recipe }) };
}

/** The rows of the form that are sent, by their place in it: pointers of the API count only these. */
export function filledEndpointRows(values: SourceValues): number[] {
  return values.endpoints.flatMap(({ url }, row) => (url.trim() === '' ? [] : [row]));
}

function toApiValue(field: SourceField, values: SourceValues): unknown {
  const value = values[field];
  if (value.length === 0) return null;
  if (field === 'tier') return Number(value);
  if (field === 'logo') return base64Of(values.logo);
  if (field === 'paused_until') return startOfLocalDay(values.paused_until);
  return value;
}
