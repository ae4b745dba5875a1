import { z } from 'zod';
import type { Endpoint, EndpointCreate, EndpointIntent, EndpointKind, EndpointPatch } from '@/api/gen/types.gen';
import { LIMITS } from '../form/limits';
import { sameValue } from '../form/patch';
import { atMost, required } from '../form/values';

/** What the form of an endpoint holds: the contract's fields, with '' for none. */
export const endpointSchema = z.object({
  url: required(LIMITS.url, 'Please enter the address.'),
  kind: z.custom<EndpointKind>((value) => typeof value === 'string'),
  name: atMost(LIMITS.name),
  section: atMost(LIMITS.section),
  language: z.string(),
  intent: z.custom<EndpointIntent>((value) => typeof value === 'string'),
  /** Of the endpoint that was read; 0 for a new one. */
  version: z.number(),
});

export type EndpointValues = z.infer<typeof endpointSchema>;

/** In the order of the form. */
export const ENDPOINT_FIELDS = [
  'url',
  'kind',
  'language',
  'name',
  'section',
  'intent',
] as const satisfies (keyof EndpointValues)[];
export type EndpointField = (typeof ENDPOINT_FIELDS)[number];

export const EMPTY_ENDPOINT: EndpointValues = {
  url: '',
  kind: 'rss',
  name: '',
  section: '',
  language: '',
  intent: 'active',
  version: 0,
};

export function toEndpointValues(endpoint: Endpoint): EndpointValues {
  const { url, kind, name = '', section = '', language = '', intent, version } = endpoint;
  return { url, kind, name, section, language, intent, version };
}

/** A merge patch of what changed: absent keeps, null clears. */
export function endpointPatch(before: EndpointValues, after: EndpointValues): EndpointPatch {
  const changed = ENDPOINT_FIELDS.filter((field) => !sameValue(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field] || null]));
}

/** A new endpoint: what is empty is left out. It may begin paused, but not retired. */
export function endpointCreate(values: EndpointValues): EndpointCreate {
  const { url, kind, name, section, language, intent } = values;
  return {
    url,
    kind,
    ...(name && { name }),
    ...(section && { section }),
    ...(language && { language }),
    ...(intent === 'paused' && { intent }),
  };
}
