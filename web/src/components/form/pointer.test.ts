import { expect, test } from 'vitest';
import { fieldOfPointer } from './pointer';

const fields = ['name', 'homepage_url', 'languages', 'tags', 'endpoints', 'a/b', 'c~d', 'recipe_list', 'recipe_link'];

test.each([
  ['/name', 'name'],
  ['/homepage_url', 'homepage_url'],
  ['/languages/1', 'languages'],
  ['/tags/0', 'tags'],
  ['/tags', 'tags'],
  ['/endpoints/0/url', 'endpoints.2.url'],
  ['/endpoints/1/kind', 'endpoints.5.kind'],
  ['/endpoints/1', 'endpoints.5.url'],
  ['/endpoints', 'endpoints'],
  ['/endpoints/7/url', null],
  ['/a~1b', 'a/b'],
  ['/c~0d', 'c~d'],
  ['/recipe/link', 'recipe_link'],
  ['/recipe', 'recipe_list'],
  ['/recipe/unknown', 'recipe_list'],
  ['/unknown', null],
  ['', null],
  ['/', null],
  ['If-Match', null],
])('the field of %j is %j', (pointer, field) => expect(fieldOfPointer(pointer, fields, [2, 5])).toBe(field));
