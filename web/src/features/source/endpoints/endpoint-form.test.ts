import { expect, test } from 'vitest';
import { EMPTY_ENDPOINT, endpointCreate, endpointPatch, type EndpointValues } from './endpoint-form';

const before: EndpointValues = {
  url: 'https://elejemplo.es/feed',
  kind: 'rss',
  name: 'Portada',
  section: '',
  language: 'es',
  intent: 'active',
  version: 4,
};

test.each<[string, Partial<EndpointValues>, object]>([
  ['nothing changed', {}, {}],
  ['the version is no field', { version: 5 }, {}],
  ['a choice', { intent: 'retired' }, { intent: 'retired' }],
  ['set', { section: 'Deportes' }, { section: 'Deportes' }],
  ['cleared', { name: '', language: '' }, { name: null, language: null }],
])('patch: %s', (_, change, patch) => expect(endpointPatch(before, { ...before, ...change })).toEqual(patch));

test('a new endpoint has what was filled in', () => {
  const values = { ...EMPTY_ENDPOINT, url: 'https://elejemplo.es/feed' };
  expect(endpointCreate(values)).toEqual({ url: 'https://elejemplo.es/feed', kind: 'rss' });
  expect(endpointCreate({ ...values, name: 'Portada', intent: 'paused' })).toEqual({
    url: 'https://elejemplo.es/feed',
    kind: 'rss',
    name: 'Portada',
    intent: 'paused',
  });
});
