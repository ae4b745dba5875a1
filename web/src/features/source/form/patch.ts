import type { EndpointCreate, SourceCreate, SourcePatch } from '@/api/gen/types.gen';
import { isSameValue } from '@/components/form/merge';
import { base64Of } from '@/lib/data-url';
import { startOfLocalDay } from '@/lib/dates';
import { PATCH_FIELDS, type SourceField, type SourceValues } from './values';

/** Returns a merge patch (RFC 7396) of the changed fields: null clears a field. */
export function buildSourcePatch(before: SourceValues, after: SourceValues): SourcePatch {
  const patch: Record<string, unknown> = {};
  for (const field of PATCH_FIELDS) {
    if (!isSameValue(before[field], after[field])) patch[field] = toApiValue(field, after);
  }
  if (after.lifecycle !== 'paused') {
    // The API clears both when the source is no longer paused.
    delete patch.paused_until;
    delete patch.pause_reason;
  }
  return patch;
}

/** Returns the request body of a new source, without empty fields. */
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
  return body as SourceCreate; // the form requires name and homepage
}

/**
 * Returns the request body of an endpoint row. A recipe is sent with a page list only: the kind may
 * have changed.
 */
export function buildEndpointCreate({ url, kind, name, recipe }: SourceValues['endpoints'][number]): EndpointCreate {
  return { url, kind, ...(name && { name }), ...(kind === 'html_list' && recipe && { recipe }) };
}

/**
 * Returns the indexes of the rows with an address. Only these are sent, so the API's pointers count
 * only these.
 */
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
