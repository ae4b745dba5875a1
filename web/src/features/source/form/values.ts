import { z } from 'zod';
import type { EndpointKind, Lifecycle, MediaType, Paywall, Recipe, Rights, Scope, Source } from '@/api/gen/types.gen';
import { toLocalDay } from '@/lib/dates';
import { LIMITS } from './limits';

/** Characters as people and the API count them: an emoji is one. */
export function textUpTo(max: number) {
  return z
    .string()
    .trim()
    .refine((text) => [...text].length <= max, {
      error: ({ input }) => `This has ${[...String(input)].length} characters; at most ${max} fit.`,
    });
}

export function required(max: number, message: string) {
  return textUpTo(max).refine((text) => text !== '', { error: message, abort: true });
}

/** A select that may be left empty. Its options come from us, so there is nothing to say when it is wrong. */
function choice<T extends string>() {
  return z.custom<T | ''>((value) => typeof value === 'string');
}

const tags = z
  .array(z.string())
  .max(LIMITS.tags, `A source carries at most ${LIMITS.tags} tags.`)
  .superRefine((list, context) => {
    // One message for the whole field: there is no place beside a single tag.
    const long = list.find((tag) => [...tag].length > LIMITS.tag);
    if (long) {
      context.addIssue({
        code: 'custom',
        message: `“${long.slice(0, 20)}…” is too long: a tag has at most ${LIMITS.tag} characters.`,
      });
    }
  });

const endpointRow = z.object({
  url: textUpTo(LIMITS.url), // an empty row is no endpoint
  kind: z.custom<EndpointKind>((value) => typeof value === 'string'),
  /** What a feed calls itself, where it was found and not typed. */
  name: z.string().optional(),
  /** Of a page that is read as a list: what the search proposes. */
  recipe: z.custom<Recipe>((value) => value === undefined || typeof value === 'object').optional(),
});

/** What the form of a source holds: the contract's fields, with '' for none and a day for a moment. */
const fields = z.object({
  name: required(LIMITS.name, 'Please enter the name of the outlet.'),
  homepage_url: required(LIMITS.homepage_url, 'Please enter the address of the homepage.'),
  lifecycle: z.custom<Lifecycle>((value) => typeof value === 'string'),
  paused_until: z.string(),
  pause_reason: textUpTo(LIMITS.pause_reason),
  media_type: choice<MediaType>(),
  country: z.string(),
  region: textUpTo(LIMITS.region).transform((region) => region.toUpperCase()),
  languages: z.array(z.string()).max(LIMITS.languages, `A source has at most ${LIMITS.languages} languages.`),
  scope: choice<Scope>(),
  tier: choice<'1' | '2' | '3' | '4' | '5'>(),
  paywall: z.custom<Paywall>((value) => typeof value === 'string'),
  rights: z.custom<Rights>((value) => typeof value === 'string'),
  rights_note: textUpTo(LIMITS.rights_note),
  owner: textUpTo(LIMITS.owner),
  notes: textUpTo(LIMITS.notes),
  tags,
  /** The version of the picture, a data: address of one that was chosen, or '' for none. */
  logo: z.string(),
  endpoints: z
    .array(endpointRow)
    .max(LIMITS.endpoints, `At most ${LIMITS.endpoints} endpoints fit here; add the others later.`),
  /** Of the source that was read, which If-Match sends back; 0 for a new one. It travels with the values it belongs to. */
  version: z.number(),
  /** Of a new source: it is wanted although its outlet has one, for this reason. */
  allow_duplicate: z.boolean(),
  duplicate_reason: textUpTo(LIMITS.duplicate_reason),
});

export const sourceSchema = fields.superRefine(({ allow_duplicate, duplicate_reason }, context) => {
  if (!allow_duplicate || [...duplicate_reason].length >= LIMITS.duplicate_reason_min) return;
  context.addIssue({
    code: 'custom',
    path: ['duplicate_reason'],
    message: 'Please say in a few words why a second source is right; it is kept in the notes.',
  });
});

export type SourceValues = z.infer<typeof sourceSchema>;

/** The fields that PATCH knows, in the order of the form. */
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

/** Those behind "More". */
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
