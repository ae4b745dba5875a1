import { describe, expect, test } from 'vitest';
import { anEndpoint } from '@/test/source';
import {
  EMPTY_ENDPOINT,
  buildEndpointCreate,
  buildEndpointPatch,
  endpointSchema,
  hasReadingSettings,
  buildPreviewRequest,
  toEndpointValues,
  type EndpointValues,
} from './endpoint-form';

const recipe = { list: 'article', date: 'time@datetime' };
const before = toEndpointValues(anEndpoint({ language: 'es' }));
const pageList = toEndpointValues(anEndpoint({ kind: 'html_list', recipe }));
const withCredentials = toEndpointValues(anEndpoint({ has_credentials: true }));
const credentialsInput = { credentials_username: 'joe', credentials_password: ' pass word ' };
const credentials = { username: 'joe', password: ' pass word ' };

describe('buildEndpointPatch', () => {
  test.each<[string, EndpointValues, Partial<EndpointValues>, object]>([
    ['no changes', before, {}, {}],
    ['the version is not sent', before, { version: 6 }, {}],
    ['a changed select', before, { intent: 'retired' }, { intent: 'retired' }],
    ['a new value', before, { section: 'Deportes' }, { section: 'Deportes' }],
    ['cleared values are null', before, { name: '', language: '' }, { name: null, language: null }],
    [
      'reading settings',
      before,
      { charset: 'koi8-r', default_zone: 'Europe/Madrid', identity_policy: 'link' },
      { charset: 'koi8-r', default_zone: 'Europe/Madrid', identity_policy: 'link' },
    ],
    ['a changed recipe is sent completely', pageList, { recipe_date: '' }, { recipe: { list: 'article' } }],
    ['another kind removes the recipe', pageList, { kind: 'rss' }, { kind: 'rss', recipe: null }],
    ['recipe fields of another kind are not sent', before, { recipe_list: 'li' }, {}],
    ['new credentials', before, credentialsInput, { credentials }],
    [
      'a token without a user name',
      before,
      { credentials_password: 't' },
      { credentials: { username: '', password: 't' } },
    ],
    ['replaced credentials', withCredentials, { ...credentialsInput, credentials_action: 'set' }, { credentials }],
    ['credentials entered without choosing "Replace" are not sent', withCredentials, credentialsInput, {}],
    [
      'removed credentials are null',
      withCredentials,
      { ...credentialsInput, credentials_action: 'remove' },
      { credentials: null },
    ],
    ['there are no credentials to remove', before, { credentials_action: 'remove' }, {}],
  ])('%s', (_, from, change, patch) => expect(buildEndpointPatch(from, { ...from, ...change })).toEqual(patch));
});

test('buildEndpointCreate omits empty fields', () => {
  const values = { ...EMPTY_ENDPOINT, url: 'https://elejemplo.es/feed' };
  expect(buildEndpointCreate(values)).toEqual({ url: 'https://elejemplo.es/feed', kind: 'rss' });
  const filled: Partial<EndpointValues> = { name: 'Portada', intent: 'paused', charset: 'koi8-r', ...credentialsInput };
  expect(buildEndpointCreate({ ...values, ...filled })).toEqual({
    url: 'https://elejemplo.es/feed',
    kind: 'rss',
    name: 'Portada',
    intent: 'paused',
    charset: 'koi8-r',
    credentials,
  });
});

test('a restored endpoint has all its settings except credentials, which the API never returns', () => {
  const { kind, url, name } = anEndpoint({ kind: 'html_list' });
  const settings = { recipe, default_zone: 'Europe/Madrid', identity_policy: 'guid' as const };
  const deleted = anEndpoint({ kind: 'html_list', ...settings, has_credentials: true });
  expect(buildEndpointCreate(toEndpointValues(deleted))).toEqual({ kind, url, name, ...settings });
});

describe('buildPreviewRequest', () => {
  const endpoint = anEndpoint();
  const { url } = endpoint;
  const defaults = { url, kind: 'rss', charset: '', default_zone: '', identity_policy: 'auto' };
  test.each<[string, EndpointValues, Partial<EndpointValues>, object]>([
    [
      'has all settings and the endpoint whose credentials to use',
      withCredentials,
      {},
      { ...defaults, endpoint_id: endpoint.id },
    ],
    ['entered credentials', before, credentialsInput, { ...defaults, credentials, endpoint_id: endpoint.id }],
    ['credentials that saving removes are not used', withCredentials, { credentials_action: 'remove' }, defaults],
    ['a recipe', pageList, {}, { ...defaults, kind: 'html_list', recipe, endpoint_id: endpoint.id }],
  ])('%s', (_, from, change, request) =>
    expect(buildPreviewRequest({ ...from, ...change }, endpoint)).toEqual(request),
  );

  test('a new endpoint', () => expect(buildPreviewRequest({ ...EMPTY_ENDPOINT, url }, null)).toEqual(defaults));
});

test.each<[string, EndpointValues, Partial<EndpointValues>, string[]]>([
  ['a valid endpoint', before, {}, []],
  ['a new page list without a recipe', EMPTY_ENDPOINT, { url: 'a.test', kind: 'html_list' }, ['recipe_list']],
  ['a saved page list without a recipe', before, { kind: 'html_list' }, []],
  ['a recipe without a selector for the items', pageList, { recipe_list: ' ' }, ['recipe_list']],
  ['a token without a user name', before, { credentials_password: 'x' }, []],
  ['credentials replaced by a token', withCredentials, { credentials_action: 'set', credentials_password: 'x' }, []],
  ['credentials replaced by empty fields', withCredentials, { credentials_action: 'set' }, ['credentials_username']],
  ['kept credentials', withCredentials, { credentials_password: 'x' }, []],
])('errors of %s', (_, from, change, expected) => {
  const result = endpointSchema.safeParse({ ...from, ...change });
  expect(result.error?.issues.map(({ path }) => path.join()) ?? []).toEqual(expected);
});

test('hasReadingSettings reports fields with a value', () => {
  expect(hasReadingSettings(before)).toBe(false);
  for (const values of [pageList, withCredentials, { ...before, charset: 'koi8-r' }])
    expect(hasReadingSettings(values)).toBe(true);
});
