import type { Endpoint, IdentityPolicy, Recipe } from '@/api/gen/types.gen';
import { LIMITS } from '@/components/form/limits';
import { textUpTo } from '@/components/form/text-schema';
import { IDENTITY_POLICY } from '@/entities/endpoint/labels';
import { z } from '@/lib/zod';

/** The parts of a recipe, in the order of the form. */
const RECIPE_PARTS = ['list', 'link', 'title', 'date', 'summary', 'author'] as const satisfies (keyof Recipe)[];
export type RecipePart = (typeof RECIPE_PARTS)[number];

/** The settings for reading a response. The form flattens a recipe into one field per part. */
export const readingSchema = {
  charset: z.string(),
  default_zone: z.string(),
  identity_policy: z.custom<IdentityPolicy>((value) => typeof value === 'string'),
  recipe_list: textUpTo(LIMITS.selector),
  recipe_link: textUpTo(LIMITS.selector),
  recipe_title: textUpTo(LIMITS.selector),
  recipe_date: textUpTo(LIMITS.selector),
  recipe_summary: textUpTo(LIMITS.selector),
  recipe_author: textUpTo(LIMITS.selector),
};

type ReadingValues = z.infer<z.ZodObject<typeof readingSchema>>;

export const READING_FIELDS = [
  'charset',
  'default_zone',
  'identity_policy',
  'recipe_list',
  'recipe_link',
  'recipe_title',
  'recipe_date',
  'recipe_summary',
  'recipe_author',
] as const satisfies (keyof ReadingValues)[];

export const EMPTY_READING: ReadingValues = {
  charset: '',
  default_zone: '',
  identity_policy: 'auto',
  recipe_list: '',
  recipe_link: '',
  recipe_title: '',
  recipe_date: '',
  recipe_summary: '',
  recipe_author: '',
};

export function toReadingValues(endpoint: Endpoint): ReadingValues {
  const { charset = '', default_zone = '', identity_policy = 'auto', recipe } = endpoint;
  const parts = RECIPE_PARTS.map((part) => [`recipe_${part}`, recipe?.[part] ?? '']);
  return { ...EMPTY_READING, charset, default_zone, identity_policy, ...Object.fromEntries(parts) };
}

/** Returns the recipe to send; undefined when it is empty or the kind is not a page list. */
export function toApiRecipe(values: ReadingValues & { kind: string }): Recipe | undefined {
  if (values.kind !== 'html_list') return undefined;
  const parts = RECIPE_PARTS.map((part) => [part, values[`recipe_${part}`].trim()]).filter(([, text]) => text !== '');
  return parts.length === 0 ? undefined : { list: '', ...Object.fromEntries(parts) };
}

/** Describes the settings that differ from the defaults. */
export function describeReadingSettings({ charset, default_zone, identity_policy = 'auto' }: Endpoint): string[] {
  return [
    ...(charset ? [`encoding ${charset}`] : []),
    ...(default_zone ? [`dates in ${default_zone}`] : []),
    ...(identity_policy !== 'auto' ? [`items identified by ${IDENTITY_POLICY[identity_policy].toLowerCase()}`] : []),
  ];
}

/** When to choose each identity policy. */
export const IDENTITY_HINT: Record<IdentityPolicy, string> = {
  auto: 'By id, or by id and link where items share an id. Suits almost every feed.',
  guid: 'By the publisher’s id alone. For feeds whose links change.',
  link: 'By link. For feeds whose ids change.',
  guid_link: 'By id and link. For feeds that use the same id for several items.',
  link_title: 'By link and title: a new title makes a new item. For live blogs.',
  content_hash: 'By content: every change makes a new item.',
};
