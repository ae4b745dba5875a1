import { describe, expect, test } from 'vitest';
import { anEndpoint } from '../fixture';
import {
  EMPTY_ENDPOINT,
  buildEndpointCreate,
  buildEndpointPatch,
  endpointSchema,
  hasHidden,
  buildPreviewRequest,
  toEndpointValues,
  type EndpointValues,
} from './endpoint-form';

const recipe = { list: 'article', date: 'time@datetime' };
const before = toEndpointValues(anEndpoint({ language: 'es' }));
const page = toEndpointValues(anEndpoint({ kind: 'html_list', recipe }));
const guarded = toEndpointValues(anEndpoint({ has_credentials: true }));
const typed = { credentials_username: 'joe', credentials_password: ' pass word ' };
const credentials = { username: 'joe', password: ' pass word ' };

describe('a patch', () => {
  test.each<[string, EndpointValues, Partial<EndpointValues>, object]>([
    ['nothing changed', before, {}, {}],
    ['the version is no field', before, { version: 6 }, {}],
    ['a choice', before, { intent: 'retired' }, { intent: 'retired' }],
    ['set', before, { section: 'Deportes' }, { section: 'Deportes' }],
    ['cleared', before, { name: '', language: '' }, { name: null, language: null }],
    [
      'how it is read',
      before,
      { charset: 'koi8-r', default_zone: 'Europe/Madrid', identity_policy: 'link' },
      { charset: 'koi8-r', default_zone: 'Europe/Madrid', identity_policy: 'link' },
    ],
    ['a recipe is sent whole', page, { recipe_date: '' }, { recipe: { list: 'article' } }],
    ['a recipe goes with the kind', page, { kind: 'rss' }, { kind: 'rss', recipe: null }],
    ['what was typed for another kind does not count', before, { recipe_list: 'li' }, {}],
    ['credentials', before, typed, { credentials }],
    [
      'a token, which has no user name',
      before,
      { credentials_password: 't' },
      { credentials: { username: '', password: 't' } },
    ],
    ['credentials that are replaced', guarded, { ...typed, access: 'set' }, { credentials }],
    ['what was typed and then left', guarded, typed, {}],
    ['removed', guarded, { ...typed, access: 'remove' }, { credentials: null }],
    ['none to remove', before, { access: 'remove' }, {}],
  ])('%s', (_, from, change, patch) => expect(buildEndpointPatch(from, { ...from, ...change })).toEqual(patch));
});

test('a new endpoint has what was filled in', () => {
  const values = { ...EMPTY_ENDPOINT, url: 'https://elejemplo.es/feed' };
  expect(buildEndpointCreate(values)).toEqual({ url: 'https://elejemplo.es/feed', kind: 'rss' });
  const filled: Partial<EndpointValues> = { name: 'Portada', intent: 'paused', charset: 'koi8-r', ...typed };
  expect(buildEndpointCreate({ ...values, ...filled })).toEqual({
    url: 'https://elejemplo.es/feed',
    kind: 'rss',
    name: 'Portada',
    intent: 'paused',
    charset: 'koi8-r',
    credentials,
  });
});

test('an endpoint that is added again has all it had, but the credentials that nobody sees', () => {
  const { kind, url, name } = anEndpoint({ kind: 'html_list' });
  const more = { recipe, default_zone: 'Europe/Madrid', identity_policy: 'guid' as const };
  const gone = anEndpoint({ kind: 'html_list', ...more, has_credentials: true });
  expect(buildEndpointCreate(toEndpointValues(gone))).toEqual({ kind, url, name, ...more });
});

describe('a test without saving', () => {
  const endpoint = anEndpoint();
  const { url } = endpoint;
  const plain = { url, kind: 'rss', charset: '', default_zone: '', identity_policy: 'auto' };
  test.each<[string, EndpointValues, Partial<EndpointValues>, object]>([
    ['says everything, and whose credentials to use', guarded, {}, { ...plain, endpoint_id: endpoint.id }],
    ['credentials that are typed', before, typed, { ...plain, credentials, endpoint_id: endpoint.id }],
    ['credentials that are about to go', guarded, { access: 'remove' }, plain],
    ['a recipe', page, {}, { ...plain, kind: 'html_list', recipe, endpoint_id: endpoint.id }],
  ])('%s', (_, from, change, request) =>
    expect(buildPreviewRequest({ ...from, ...change }, endpoint)).toEqual(request),
  );

  test('of a new one', () => expect(buildPreviewRequest({ ...EMPTY_ENDPOINT, url }, null)).toEqual(plain));
});

test.each<[string, EndpointValues, Partial<EndpointValues>, string[]]>([
  ['nothing', before, {}, []],
  ['a new page without a recipe', EMPTY_ENDPOINT, { url: 'a.test', kind: 'html_list' }, ['recipe_list']],
  ['an old page without a recipe', before, { kind: 'html_list' }, []],
  ['a recipe without items', page, { recipe_list: ' ' }, ['recipe_list']],
  ['a token, which has no user name', before, { credentials_password: 'x' }, []],
  ['replaced by a token', guarded, { access: 'set', credentials_password: 'x' }, []],
  ['replaced by nothing', guarded, { access: 'set' }, ['credentials_username']],
  ['kept after all', guarded, { credentials_password: 'x' }, []],
])('what is wrong: %s', (_, from, change, wrong) => {
  const found = endpointSchema.safeParse({ ...from, ...change });
  expect(found.error?.issues.map(({ path }) => path.join()) ?? []).toEqual(wrong);
});

test('worth opening is what was filled in', () => {
  expect(hasHidden(before)).toBe(false);
  for (const values of [page, guarded, { ...before, charset: 'koi8-r' }]) expect(hasHidden(values)).toBe(true);
});
