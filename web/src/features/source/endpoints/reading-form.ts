import { z } from 'zod';
import type { Endpoint, IdentityPolicy, Recipe } from '@/api/gen/types.gen';
import { IDENTITY_POLICY } from '@/lib/labels';
import { LIMITS } from '../form/limits';
import { textUpTo } from '../form/values';

/** The parts of a recipe, in the order of the form. */
const RECIPE_PARTS = ['list', 'link', 'title', 'date', 'summary', 'author'] as const satisfies (keyof Recipe)[];
export type RecipePart = (typeof RECIPE_PARTS)[number];

/** How what is fetched is read. A recipe lies flat in the form, so that each of its parts is a field like any other. */
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

/** Only pages have a recipe; what was typed before the kind was changed doesn't count. Undefined when it is empty. */
export function recipeOf(values: ReadingValues & { kind: string }): Recipe | undefined {
  if (values.kind !== 'html_list') return undefined;
  const parts = RECIPE_PARTS.map((part) => [part, values[`recipe_${part}`].trim()]).filter(([, text]) => text !== '');
  return parts.length === 0 ? undefined : { list: '', ...Object.fromEntries(parts) };
}

/** Which settings differ from what most endpoints have, in words. */
export function readingWords({ charset, default_zone, identity_policy = 'auto' }: Endpoint): string[] {
  return [
    ...(charset ? [`encoding ${charset}`] : []),
    ...(default_zone ? [`dates in ${default_zone}`] : []),
    ...(identity_policy !== 'auto' ? [`items told apart by ${IDENTITY_POLICY[identity_policy].toLowerCase()}`] : []),
  ];
}

/** When each is the right choice. */
export const IDENTITY_WHEN: Record<IdentityPolicy, string> = {
  auto: 'The publisher’s id, and the link as well where items share an id. Right for nearly all.',
  guid: 'Only what the publisher gives as the id, for feeds whose links change.',
  link: 'For publishers whose ids change from one day to the next.',
  guid_link: 'For publishers that give several items the same id.',
  link_title: 'For live pages, where a new title is news.',
  content_hash: 'What an item says: every change makes a new one.',
};
