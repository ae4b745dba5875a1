import type { EndpointKind, Lifecycle, MediaType, Paywall, Recipe, Rights, Scope, Source } from '@/api/gen/types.gen';
import { LIMITS } from '@/components/form/limits';
import { required, textUpTo } from '@/components/form/text-schema';
import { toLocalDay } from '@/lib/dates';
import { z } from '@/lib/zod';

/** An optional select. Its options are fixed, so no message is needed. */
function choice<T extends string>() {
  return z.custom<T | ''>((value) => typeof value === 'string');
}

const tags = z
  .array(z.string())
  .max(LIMITS.tags, `A source can have at most ${LIMITS.tags} tags.`)
  .superRefine((list, context) => {
    // The field shows one message for all tags.
    const long = list.find((tag) => [...tag].length > LIMITS.tag);
    if (long) {
      context.addIssue({
        code: 'custom',
        message: `“${long.slice(0, 20)}…” is too long: a tag can have at most ${LIMITS.tag} characters.`,
      });
    }
  });

const endpointRow = z.object({
  url: textUpTo(LIMITS.url), // an empty row is not sent
  kind: z.custom<EndpointKind>((value) => typeof value === 'string'),
  /** The title of a feed that discovery found. */
  name: z.string().optional(),
  /** The recipe that discovery proposes for a page list. */
  recipe: z.custom<Recipe>((value) => value === undefined || typeof value === 'object').optional(),
});

/** The form values: the API's fields, with '' for no value and a local day instead of a time. */
const fields = z.object({
  name: required(LIMITS.name, 'Enter a name.'),
  homepage_url: required(LIMITS.homepage_url, 'Enter the address of the homepage.'),
  lifecycle: z.custom<Lifecycle>((value) => typeof value === 'string'),
  paused_until: z.string(),
  pause_reason: textUpTo(LIMITS.pause_reason),
  media_type: choice<MediaType>(),
  country: z.string(),
  region: textUpTo(LIMITS.region).transform((region) => region.toUpperCase()),
  languages: z.array(z.string()).max(LIMITS.languages, `A source can have at most ${LIMITS.languages} languages.`),
  scope: choice<Scope>(),
  tier: choice<'1' | '2' | '3' | '4' | '5'>(),
  paywall: z.custom<Paywall>((value) => typeof value === 'string'),
  rights: z.custom<Rights>((value) => typeof value === 'string'),
  rights_note: textUpTo(LIMITS.rights_note),
  owner: textUpTo(LIMITS.owner),
  notes: textUpTo(LIMITS.notes),
  tags,
  /** The version of the saved logo, the data URL of a chosen file, or '' for none. */
  logo: z.string(),
  endpoints: z
    .array(endpointRow)
    .max(LIMITS.endpoints, `You can add at most ${LIMITS.endpoints} endpoints here; add the others later.`),
  /** The version that was read, sent as If-Match; 0 for a new source. */
  version: z.number(),
  /** Whether a new source is added although one with the same homepage exists. */
  allow_duplicate: z.boolean(),
  duplicate_reason: textUpTo(LIMITS.duplicate_reason),
});

export const sourceSchema = fields
  .superRefine(({ allow_duplicate, duplicate_reason }, context) => {
    if (!allow_duplicate || [...duplicate_reason].length >= LIMITS.duplicate_reason_min) return;
    context.addIssue({
      code: 'custom',
      path: ['duplicate_reason'],
      message: 'Enter why a second source is needed. The reason is added to the notes.',
    });
  })
  // Only a paused source has an end and a reason of its pause.
  .transform((values) => (values.lifecycle === 'paused' ? values : { ...values, paused_until: '', pause_reason: '' }));

export type SourceValues = z.infer<typeof sourceSchema>;

/** The fields that PATCH accepts, in the order of the form. */
export const PATCH_FIELDS = [
  'homepage_url',
  'name',
  'lifecycle',
  'paused_until',
  'pause_reason',
  'country',
  'languages',
  'tags',
  'logo',
  'media_type',
  'region',
  'scope',
  'tier',
  'paywall',
  'rights',
  'rights_note',
  'owner',
  'notes',
] as const satisfies (keyof SourceValues)[];

export type SourceField = (typeof PATCH_FIELDS)[number];

/** The fields in the section "More". */
export const MORE_FIELDS: SourceField[] = [
  'media_type',
  'region',
  'scope',
  'tier',
  'paywall',
  'rights',
  'rights_note',
  'owner',
  'notes',
];

export const EMPTY_SOURCE: SourceValues = {
  name: '',
  homepage_url: '',
  lifecycle: 'active',
  paused_until: '',
  pause_reason: '',
  media_type: '',
  country: '',
  region: '',
  languages: [],
  scope: '',
  tier: '',
  paywall: 'unknown',
  rights: 'unknown',
  rights_note: '',
  owner: '',
  notes: '',
  tags: [],
  logo: '',
  endpoints: [{ url: '', kind: 'rss' }],
  version: 0,
  allow_duplicate: false,
  duplicate_reason: '',
};

export function toSourceValues(source: Source): SourceValues {
  return {
    name: source.name,
    homepage_url: source.homepage_url,
    lifecycle: source.lifecycle,
    paused_until: toLocalDay(source.paused_until),
    pause_reason: source.pause_reason ?? '',
    media_type: source.media_type ?? '',
    country: source.country ?? '',
    region: source.region ?? '',
    languages: source.languages,
    scope: source.scope ?? '',
    tier: (source.tier ? String(source.tier) : '') as SourceValues['tier'],
    paywall: source.paywall,
    rights: source.rights,
    rights_note: source.rights_note ?? '',
    owner: source.owner ?? '',
    notes: source.notes ?? '',
    tags: source.tags,
    logo: source.logo ?? '',
    endpoints: [],
    version: source.version,
    allow_duplicate: false,
    duplicate_reason: '',
  };
}
