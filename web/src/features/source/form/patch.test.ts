import { describe, expect, test } from 'vitest';
import { filledEndpointRows, buildSourceCreate, buildSourcePatch } from './patch';
import { EMPTY_SOURCE, type SourceValues } from './values';

const before: SourceValues = {
  ...EMPTY_SOURCE,
  name: 'El Ejemplo',
  homepage_url: 'https://elejemplo.es/',
  country: 'ES',
  languages: ['es', 'ca'],
  tier: '3',
  owner: 'Ana',
  tags: ['politics'],
  endpoints: [],
  version: 7,
};

describe('buildSourcePatch', () => {
  const table: [string, Partial<SourceValues>, object][] = [
    ['no changes: an empty patch', {}, {}],
    ['an equal list is not sent', { languages: ['es', 'ca'] }, {}],
    ['a changed text', { name: 'El Ejemplo Diario' }, { name: 'El Ejemplo Diario' }],
    ['a cleared text is null, not empty', { owner: '' }, { owner: null }],
    ['a cleared select is null', { country: '' }, { country: null }],
    ['a cleared list is null', { tags: [] }, { tags: null }],
    ['a changed list is sent completely', { tags: ['politics', 'sports'] }, { tags: ['politics', 'sports'] }],
    ['a reordered list is sent', { languages: ['ca', 'es'] }, { languages: ['ca', 'es'] }],
    ['the tier is a number', { tier: '2' }, { tier: 2 }],
    ['a cleared tier is null', { tier: '' }, { tier: null }],
    [
      'a pause with its reason',
      { lifecycle: 'paused', pause_reason: 'Relaunch' },
      { lifecycle: 'paused', pause_reason: 'Relaunch' },
    ],
    [
      'the end and reason of a pause are not sent unless paused',
      { pause_reason: 'Relaunch', paused_until: '2030-01-01' },
      {},
    ],
    ['the version is not sent', { version: 8 }, {}],
    [
      'endpoints are not sent, because they have their own API',
      { endpoints: [{ url: 'https://x.example/', kind: 'rss' }] },
      {},
    ],
  ];
  test.each(table)('%s', (_, change, patch) =>
    expect(buildSourcePatch(before, { ...before, ...change })).toEqual(patch),
  );

  test('a day is sent as its start in the local time zone', () => {
    const { paused_until } = buildSourcePatch(before, { ...before, lifecycle: 'paused', paused_until: '2030-12-03' });
    expect(new Date(String(paused_until))).toEqual(new Date(2030, 11, 3, 0, 0, 0));
  });

  test('resuming sends only the state, because the API clears the pause', () => {
    const paused: SourceValues = {
      ...before,
      lifecycle: 'paused',
      paused_until: '2030-12-03',
      pause_reason: 'Relaunch',
    };
    expect(buildSourcePatch(paused, { ...paused, lifecycle: 'active', pause_reason: '' })).toEqual({
      lifecycle: 'active',
    });
  });
});

describe('buildSourceCreate', () => {
  const values: SourceValues = {
    ...EMPTY_SOURCE,
    name: 'El Ejemplo',
    homepage_url: 'elejemplo.es',
    tier: '1',
    endpoints: [
      { url: '', kind: 'rss' },
      { url: 'https://elejemplo.es/feed', kind: 'atom' },
      { url: '  ', kind: 'rss' },
      { url: 'https://elejemplo.es/sitemap.xml', kind: 'sitemap' },
    ],
  };

  test('omits empty fields and rows without an address', () => {
    expect(buildSourceCreate(values, 'draft')).toEqual({
      name: 'El Ejemplo',
      homepage_url: 'elejemplo.es',
      lifecycle: 'draft',
      tier: 1,
      paywall: 'unknown',
      rights: 'unknown',
      endpoints: [
        { url: 'https://elejemplo.es/feed', kind: 'atom' },
        { url: 'https://elejemplo.es/sitemap.xml', kind: 'sitemap' },
      ],
    });
  });

  test('sends a recipe only with a page list', () => {
    const recipe = { list: 'article' };
    const row = { url: 'https://elejemplo.es/', name: 'El Ejemplo', recipe };
    const endpoints = [
      { ...row, kind: 'html_list' as const },
      { ...row, kind: 'rss' as const },
    ];
    expect(buildSourceCreate({ ...values, endpoints }, 'active').endpoints).toEqual([
      { url: row.url, kind: 'html_list', name: row.name, recipe },
      { url: row.url, kind: 'rss', name: row.name },
    ]);
  });

  test('filledEndpointRows returns the indexes of the rows with an address', () =>
    expect(filledEndpointRows(values)).toEqual([1, 3]));
  test('omits endpoints when there are none', () =>
    expect(buildSourceCreate({ ...values, endpoints: [] }, 'active')).not.toHaveProperty('endpoints'));
});
