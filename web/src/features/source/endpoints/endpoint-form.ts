import type {
  Endpoint,
  EndpointCreate,
  EndpointIntent,
  EndpointKind,
  EndpointPatch,
  PreviewRequest,
} from '@/api/gen/types.gen';
import { LIMITS } from '@/components/form/limits';
import { isSameValue } from '@/components/form/merge';
import { parseSchedule } from '@/components/form/schedule-words';
import { textUpTo, required } from '@/components/form/text-schema';
import { z } from '@/lib/zod';
import { credentialsSchema, hasCredentialsInput, toApiCredentials, type CredentialsAction } from './credentials-form';
import { EMPTY_READING, READING_FIELDS, readingSchema, toApiRecipe, toReadingValues } from './reading-form';

/** The form values: the API's fields, with '' for no value. */
const fields = z.object({
  url: required(LIMITS.url, 'Enter an address.'),
  kind: z.custom<EndpointKind>((value) => typeof value === 'string'),
  name: textUpTo(LIMITS.name),
  section: textUpTo(LIMITS.section),
  language: z.string(),
  intent: z.custom<EndpointIntent>((value) => typeof value === 'string'),
  ...readingSchema,
  /** JSON of the schedule; '' for the default. */
  schedule: z.string(),
  ...credentialsSchema,
  /** The version that was read; 0 for a new endpoint. */
  version: z.number(),
});

export type EndpointValues = z.infer<typeof fields>;

export const endpointSchema = fields.superRefine((values, context) => {
  // A page list that was saved without a recipe can be edited without adding one.
  if (values.kind === 'html_list' && !values.recipe_list && (values.version === 0 || toApiRecipe(values))) {
    context.addIssue({ code: 'custom', path: ['recipe_list'], message: 'Enter a selector for the items.' });
  }
  if (values.credentials_action === 'set' && !hasCredentialsInput(values)) {
    const message = 'Enter a user name, a password, or both.';
    context.addIssue({ code: 'custom', path: ['credentials_username'], message });
  }
});

/** The fields in the order of the form. */
export const ENDPOINT_FIELDS = [
  'url',
  'kind',
  'language',
  'name',
  'section',
  'intent',
  'schedule',
  ...READING_FIELDS,
  'credentials_username',
  'credentials_password',
] as const satisfies (keyof EndpointValues)[];
type EndpointField = (typeof ENDPOINT_FIELDS)[number];

/** The fields in the section "Reading settings". */
const READING_SECTION_FIELDS: EndpointField[] = [...READING_FIELDS, 'credentials_username', 'credentials_password'];

/** Reports whether the section "Reading settings" has a value, so that it starts open. */
export function hasReadingSettings(values: EndpointValues): boolean {
  const changed = READING_SECTION_FIELDS.some((field) => values[field] !== EMPTY_ENDPOINT[field]);
  return changed || values.has_credentials || values.kind === 'html_list';
}

/** Fields that are sent as they are, with null for ''. */
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

const NO_CREDENTIALS = {
  credentials_action: '' as CredentialsAction,
  credentials_username: '',
  credentials_password: '',
};

export const EMPTY_ENDPOINT: EndpointValues = {
  url: '',
  kind: 'rss',
  name: '',
  section: '',
  language: '',
  intent: 'active',
  ...EMPTY_READING,
  schedule: '',
  ...NO_CREDENTIALS,
  has_credentials: false,
  version: 0,
};

export function toEndpointValues(endpoint: Endpoint): EndpointValues {
  const { url, kind, name = '', section = '', language = '', intent, has_credentials, version } = endpoint;
  const basics = { url, kind, name, section, language, intent };
  const schedule = endpoint.schedule ? JSON.stringify(endpoint.schedule) : '';
  return { ...basics, ...toReadingValues(endpoint), schedule, ...NO_CREDENTIALS, has_credentials, version };
}

/** Returns a merge patch of the changed fields: null clears a field. */
export function buildEndpointPatch(before: EndpointValues, after: EndpointValues): EndpointPatch {
  const changed = PLAIN_FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  const patch: EndpointPatch = Object.fromEntries(changed.map((field) => [field, after[field] || null]));
  const [old, recipe] = [toApiRecipe(before), toApiRecipe(after)];
  if (JSON.stringify(old) !== JSON.stringify(recipe)) patch.recipe = recipe ?? null;
  if (before.schedule !== after.schedule) patch.schedule = parseSchedule(after.schedule);
  const credentials = toApiCredentials(after);
  if (credentials !== undefined) patch.credentials = credentials;
  return patch;
}

/**
 * Returns the request body of a new endpoint, without empty fields. It can start paused, but not
 * retired.
 */
export function buildEndpointCreate(values: EndpointValues): EndpointCreate {
  const { url, kind, name, section, language, intent, charset, default_zone, identity_policy } = values;
  const [recipe, credentials] = [toApiRecipe(values), toApiCredentials(values)];
  const schedule = parseSchedule(values.schedule);
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
    ...(schedule && { schedule }),
    ...(credentials && { credentials }),
  };
}

/**
 * Returns the request that tests the form values without saving. It has every setting: absent means
 * "as saved".
 */
export function buildPreviewRequest(values: EndpointValues, endpoint: Endpoint | null): PreviewRequest {
  const { url, kind, charset, default_zone, identity_policy } = values;
  const [recipe, credentials] = [toApiRecipe(values), toApiCredentials(values)];
  return {
    url,
    kind,
    charset,
    default_zone,
    identity_policy,
    ...(recipe && { recipe }),
    ...(credentials && { credentials }),
    // The id makes the API use the saved credentials; it is left out when they are about to be
    // removed.
    ...(endpoint && credentials !== null && { endpoint_id: endpoint.id }),
  };
}
