import { z } from 'zod';
import type {
  Endpoint,
  EndpointCreate,
  EndpointIntent,
  EndpointKind,
  EndpointPatch,
  PreviewRequest,
} from '@/api/gen/types.gen';
import { LIMITS } from '../form/limits';
import { isSameValue } from '../form/patch';
import { textUpTo, required } from '../form/values';
import { credentialsOf, credentialsSchema, isFilled, type Access } from './credentials-form';
import { EMPTY_READING, READING_FIELDS, readingSchema, recipeOf, toReadingValues } from './reading-form';

/** What the form of an endpoint holds: the contract's fields, with '' for none. */
const fields = z.object({
  url: required(LIMITS.url, 'Please enter the address.'),
  kind: z.custom<EndpointKind>((value) => typeof value === 'string'),
  name: textUpTo(LIMITS.name),
  section: textUpTo(LIMITS.section),
  language: z.string(),
  intent: z.custom<EndpointIntent>((value) => typeof value === 'string'),
  ...readingSchema,
  ...credentialsSchema,
  /** Of the endpoint that was read; 0 for a new one. */
  version: z.number(),
});

export type EndpointValues = z.infer<typeof fields>;

export const endpointSchema = fields.superRefine((values, context) => {
  // Pages that were added before a recipe was asked for may still be renamed.
  if (values.kind === 'html_list' && !values.recipe_list && (values.version === 0 || recipeOf(values))) {
    context.addIssue({ code: 'custom', path: ['recipe_list'], message: 'Please say which elements are the items.' });
  }
  if (values.access === 'set' && !isFilled(values)) {
    const message = 'Please enter a user name, a password, or both.';
    context.addIssue({ code: 'custom', path: ['credentials_username'], message });
  }
});

/** In the order of the form. */
export const ENDPOINT_FIELDS = [
  'url',
  'kind',
  'language',
  'name',
  'section',
  'intent',
  ...READING_FIELDS,
  'credentials_username',
  'credentials_password',
] as const satisfies (keyof EndpointValues)[];
export type EndpointField = (typeof ENDPOINT_FIELDS)[number];

/** Those behind "How it is read". */
export const HIDDEN_FIELDS: EndpointField[] = [...READING_FIELDS, 'credentials_username', 'credentials_password'];

/** Whether something behind it was filled in, so that it is worth opening. */
export function hasHidden(values: EndpointValues): boolean {
  const changed = HIDDEN_FIELDS.some((field) => values[field] !== EMPTY_ENDPOINT[field]);
  return changed || values.has_credentials || values.kind === 'html_list';
}

/** Those whose form value is the contract's, with '' for none. */
const PLAIN_FIELDS = [
  'url',
  'kind',
  'language',
  'name',
  'section',
  'intent',
  'charset',
  'default_zone',
  'identity_policy',
] as const satisfies (keyof EndpointPatch & EndpointField)[];

const NO_CREDENTIALS = { access: '' as Access, credentials_username: '', credentials_password: '' };

export const EMPTY_ENDPOINT: EndpointValues = {
  url: '',
  kind: 'rss',
  name: '',
  section: '',
  language: '',
  intent: 'active',
  ...EMPTY_READING,
  ...NO_CREDENTIALS,
  has_credentials: false,
  version: 0,
};

export function toEndpointValues(endpoint: Endpoint): EndpointValues {
  const { url, kind, name = '', section = '', language = '', intent, has_credentials, version } = endpoint;
  const basics = { url, kind, name, section, language, intent };
  return { ...basics, ...toReadingValues(endpoint), ...NO_CREDENTIALS, has_credentials, version };
}

/** A merge patch of what changed: absent keeps, null clears. */
export function buildEndpointPatch(before: EndpointValues, after: EndpointValues): EndpointPatch {
  const changed = PLAIN_FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  const patch: EndpointPatch = Object.fromEntries(changed.map((field) => [field, after[field] || null]));
  const [old, recipe] = [recipeOf(before), recipeOf(after)];
  if (JSON.stringify(old) !== JSON.stringify(recipe)) patch.recipe = recipe ?? null;
  const credentials = credentialsOf(after);
  if (credentials !== undefined) patch.credentials = credentials;
  return patch;
}

/** A new endpoint: what is empty is left out. It may begin paused, but not retired. */
export function buildEndpointCreate(values: EndpointValues): EndpointCreate {
  const { url, kind, name, section, language, intent, charset, default_zone, identity_policy } = values;
  const [recipe, credentials] = [recipeOf(values), credentialsOf(values)];
  return {
    url,
    kind,
    ...(name && { name }),
    ...(section && { section }),
    ...(language && { language }),
    ...(intent === 'paused' && { intent }),
    ...(charset && { charset }),
    ...(default_zone && { default_zone }),
    ...(identity_policy !== 'auto' && { identity_policy }),
    ...(recipe && { recipe }),
    ...(credentials && { credentials }),
  };
}

/** What the form holds, to be tried without saving. Everything is said, since what is absent is as it was saved. */
export function buildPreviewRequest(values: EndpointValues, endpoint: Endpoint | null): PreviewRequest {
  const { url, kind, charset, default_zone, identity_policy } = values;
  const [recipe, credentials] = [recipeOf(values), credentialsOf(values)];
  return {
    url,
    kind,
    charset,
    default_zone,
    identity_policy,
    ...(recipe && { recipe }),
    ...(credentials && { credentials }),
    // It stands for the credentials that are kept, unless they are about to go.
    ...(endpoint && credentials !== null && { endpoint_id: endpoint.id }),
  };
}
