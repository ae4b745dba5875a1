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
    ['nothing changed: nothing is sent', {}, {}],
    ['an equal list is no change', { languages: ['es', 'ca'] }, {}],
    ['a text', { name: 'El Ejemplo Diario' }, { name: 'El Ejemplo Diario' }],
    ['cleared text is null, not empty', { owner: '' }, { owner: null }],
    ['cleared choice is null', { country: '' }, { country: null }],
    ['cleared list is null', { tags: [] }, { tags: null }],
    ['a list whole', { tags: ['politics', 'sports'] }, { tags: ['politics', 'sports'] }],
    ['the order of a list counts', { languages: ['ca', 'es'] }, { languages: ['ca', 'es'] }],
    ['tier is a number', { tier: '2' }, { tier: 2 }],
    ['cleared tier is null', { tier: '' }, { tier: null }],
    [
      'a pause with its reason',
      { lifecycle: 'paused', pause_reason: 'Relaunch' },
      { lifecycle: 'paused', pause_reason: 'Relaunch' },
    ],
    ['a reason without a pause is not sent', { pause_reason: 'left over', paused_until: '2030-01-01' }, {}],
    ['the version is no field', { version: 8 }, {}],
    ['endpoints have addresses of their own', { endpoints: [{ url: 'https://x.example/', kind: 'rss' }] }, {}],
  ];
  test.each(table)('%s', (_, change, patch) =>
    expect(buildSourcePatch(before, { ...before, ...change })).toEqual(patch),
  );

  test('a day is sent as the moment it begins here', () => {
    const { paused_until } = buildSourcePatch(before, { ...before, lifecycle: 'paused', paused_until: '2030-12-03' });
    expect(new Date(String(paused_until))).toEqual(new Date(2030, 11, 3, 0, 0, 0));
  });

  test('resuming sends the state alone: the API ends the pause with it', () => {
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

  test('leaves out what is empty, and rows without an address', () => {
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

  test('sends a recipe with a page, and with nothing else', () => {
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

  test('knows which rows it sent', () => expect(filledEndpointRows(values)).toEqual([1, 3]));
  test('has no endpoints when there are none', () =>
    expect(buildSourceCreate({ ...values, endpoints: [] }, 'active')).not.toHaveProperty('endpoints'));
});
