import { describe, expect, test } from 'vitest';
import type { AuditEvent, FieldChange } from '@/api/gen/types.gen';
import { initialOrFinalValues, describeEvent } from './describe-event';

function event(action: string, changes: FieldChange[], name = 'El Ejemplo'): AuditEvent {
  return {
    id: '0191d3f0-0000-7000-8000-000000000001',
    at: '2025-11-17T09:12:00Z',
    actor: { email: 'ana@example.org', name: 'Ana', role: 'editor' },
    action,
    target: {
      type: action.startsWith('endpoint') ? 'endpoint' : 'source',
      id: '0191d3f0-0000-7000-8000-000000000002',
      name,
    },
    changes,
  };
}

describe('describeEvent', () => {
  test.each([
    ['source.created', 'added “Bote”'],
    ['source.merged', 'merged “Bote” into'],
    ['endpoint.moved', 'moved endpoint “Bote” to “Bote”'],
    ['work.unsnoozed', 'ended the snooze of “Bote”'],
    ['suggestion.accepted', 'accepted the suggestion for “Bote”'],
  ])('%s of a merged source names it', (action, text) => {
    expect(describeEvent({ ...event(action, [], 'Bote'), merged_source: 'Bote' })[0]?.text).toBe(text);
  });

  const table: [string, FieldChange[], string[], string?][] = [
    ['source.created', [{ field: 'name', after: 'El Ejemplo' }], ['added this source']],
    ['source.archived', [{ field: 'lifecycle', before: 'active', after: 'archived' }], ['archived this source']],
    ['source.unarchived', [{ field: 'lifecycle', before: 'archived', after: 'active' }], ['unarchived this source']],
    ['source.deleted', [], ['deleted this source']],
    ['source.updated', [], ['saved it']],
    ['source.updated', [{ field: 'tier', before: 3, after: 2 }], ['changed tier from 3 to 2']],
    ['source.updated', [{ field: 'tier', after: 2 }], ['set tier to 2']],
    ['source.updated', [{ field: 'parent_id', after: 'a' }], ['set the parent to']],
    ['source.updated', [{ field: 'parent_id', before: 'a' }], ['removed the parent']],
    ['work.assigned', [{ field: 'assignee', after: 'Ben' }], ['assigned this source to Ben']],
    [
      'work.assigned',
      [{ field: 'assignee', before: 'Ana', after: 'Ben' }],
      ['assigned this source to Ben instead of Ana'],
    ],
    ['work.unassigned', [{ field: 'assignee', before: 'Ana' }], ['unassigned Ana']],
    [
      'work.snoozed',
      [{ field: 'snoozed_until', after: '2026-12-03T12:00:00Z' }],
      ['snoozed this source until 3 Dec 2026'],
    ],
    [
      'work.unsnoozed',
      [{ field: 'snoozed_until', before: '2026-12-03T12:00:00Z' }],
      ['ended the snooze of this source'],
    ],
    [
      'work.ended',
      [
        { field: 'assignee', before: 'Ana' },
        { field: 'snoozed_until', before: '2026-12-03T12:00:00Z' },
      ],
      ['ended the assignment to Ana and the snooze, because the source works again or is no longer checked'],
    ],
    [
      'items.released',
      [{ field: 'items', after: 46 }],
      ['stored 46 held items of endpoint “Portada” as new'],
      'Portada',
    ],
    [
      'items.discarded',
      [{ field: 'items', after: 46 }],
      ['discarded 46 held items of endpoint “Portada” as duplicates'],
      'Portada',
    ],
    [
      'items.withdrawn',
      [{ field: 'items', after: 1 }],
      ['dropped 1 held item of endpoint “Portada”, because the site uses the known IDs again'],
      'Portada',
    ],
    [
      'source.hosting_changed',
      [{ field: 'hosting_server', before: 'nginx', after: 'cloudflare' }],
      ['recorded a change of hosting', 'changed server software from nginx to cloudflare'],
    ],
    [
      'source.uses_changed',
      [
        { field: 'rights_review', after: 'contract_ended' },
        { field: 'use_machine_learning', before: 'allowed', after: 'unknown' },
      ],
      [
        'asked for a review of the rights: the contract has ended',
        'changed use for machine learning from allowed to unknown',
      ],
    ],
    ['source.updated', [{ field: 'owner', before: 'Ana' }], ['cleared owner, which was “Ana”']],
    ['source.updated', [{ field: 'name', before: 'A', after: 'B' }], ['changed name from “A” to “B”']],
    ['source.updated', [{ field: 'country', before: 'ES', after: 'FR' }], ['changed country from Spain to France']],
    [
      'source.updated',
      [{ field: 'rights', before: 'unknown', after: 'permitted' }],
      ['changed rights from Unknown to Permitted'],
    ],
    ['source.updated', [{ field: 'languages', before: ['es'], after: ['es', 'ca'] }], ['added language Catalan']],
    [
      'source.updated',
      [{ field: 'tags', before: ['local'], after: ['politics', 'sports'] }],
      ['added tags politics and sports, removed tag local'],
    ],
    ['source.updated', [{ field: 'tags', before: ['local'] }], ['removed tag local']],
    [
      'source.updated',
      [
        {
          field: 'aliases',
          before: [{ kind: 'domain', value: 'old.example' }],
          after: [{ kind: 'domain', value: 'older.example' }],
        },
      ],
      ['added the name or address older.example, removed the name or address old.example'],
    ],
    ['source.updated', [{ field: 'languages', before: ['es', 'ca'], after: ['ca', 'es'] }], ['reordered languages']],
    [
      'source.updated',
      [
        { field: 'lifecycle', before: 'active', after: 'paused' },
        { field: 'pause_reason', after: 'Relaunch' },
        { field: 'paused_until', after: new Date(2025, 11, 3).toISOString() },
      ],
      ['paused it until 3 Dec 2025: “Relaunch”'],
    ],
    [
      'source.updated',
      [
        { field: 'lifecycle', before: 'paused', after: 'active' },
        { field: 'pause_reason', before: 'Relaunch' },
        { field: 'tier', before: 3, after: 2 },
      ],
      ['resumed it', 'changed tier from 3 to 2'],
    ],
    ['source.updated', [{ field: 'lifecycle', before: 'draft', after: 'active' }], ['started it']],
    ['source.updated', [{ field: 'new_field', before: 1, after: 2 }], ['changed new_field from 1 to 2']],
    ['source.promoted', [{ field: 'tier', after: 1 }], ['performed “source.promoted”', 'set tier to 1']],
    ['endpoint.created', [{ field: 'kind', after: 'rss' }], ['added endpoint “Portada” (RSS)'], 'Portada'],
    [
      'endpoint.created',
      [{ field: 'kind', after: 'atom' }],
      ['added endpoint https://x.example/f (Atom)'],
      'https://x.example/f',
    ],
    ['endpoint.deleted', [{ field: 'kind', before: 'rss' }], ['deleted endpoint “Portada” (RSS)'], 'Portada'],
    [
      'endpoint.updated',
      [{ field: 'intent', before: 'active', after: 'retired' }],
      ['retired endpoint “Portada”'],
      'Portada',
    ],
    [
      'endpoint.updated',
      [{ field: 'intent', before: 'paused', after: 'active' }],
      ['activated endpoint “Portada”'],
      'Portada',
    ],
    [
      'endpoint.updated',
      [
        { field: 'kind', before: 'rss', after: 'atom' },
        { field: 'language', after: 'es' },
      ],
      ['changed kind of endpoint “Portada” from RSS to Atom', 'set language of endpoint “Portada” to Spanish'],
      'Portada',
    ],
    [
      'endpoint.updated',
      [
        { field: 'recipe', before: { list: 'li' }, after: { list: 'li', date: 'time@datetime' } },
        { field: 'identity_policy', before: 'auto', after: 'link_title' },
      ],
      [
        'changed recipe of endpoint “Portada” from Items: li to Items: li, Date: time@datetime',
        'changed item recognition of endpoint “Portada” from Automatic to Link and title',
      ],
      'Portada',
    ],
    ['endpoint.updated', [], ['saved endpoint “Portada”'], 'Portada'],
  ];
  test.each(table)('%s %j', (action, changes, texts, name) =>
    expect(describeEvent(event(action, changes, name)).map(({ text }) => text)).toEqual(texts),
  );

  test.each([
    ['set logo', undefined, 'f00d'],
    ['replaced logo', 'f00d', 'beef'],
    ['removed logo', 'beef', undefined],
  ])('%s', (text, before, after) =>
    expect(describeEvent(event('source.updated', [{ field: 'logo', before, after }]))).toEqual([{ text }]),
  );

  test.each([
    ['set user name and password of endpoint “Portada”', undefined, 'set'],
    ['replaced user name and password of endpoint “Portada”', 'set', 'replaced'],
    ['removed user name and password of endpoint “Portada”', 'set', undefined],
    ['removed user name and password of endpoint “Portada”, since it moved', 'set', 'removed, since it moved'],
  ])('%s', (text, before, after) => {
    const changes = [{ field: 'credentials', before, after }];
    expect(describeEvent(event('endpoint.updated', changes, 'Portada'))).toEqual([{ text }]);
  });

  test.each([
    ['changed notes', 'short', 'long '.repeat(40)],
    ['wrote notes', undefined, 'two\nlines'],
    ['cleared notes', 'two\nlines', undefined],
  ])('%s: long texts are shown as a diff', (text, before, after) => {
    expect(describeEvent(event('source.updated', [{ field: 'notes', before, after }]))).toEqual([
      { text, diff: { before: before ?? '', after: after ?? '' } },
    ]);
  });
});

test('initialOrFinalValues returns the values of a new source, and none of an update', () => {
  const changes = [
    { field: 'country', after: 'ES' },
    { field: 'tags', after: ['a', 'b'] },
  ];
  expect(initialOrFinalValues(event('source.created', changes))).toEqual([
    { label: 'Country', value: 'Spain' },
    { label: 'Tags', value: 'a, b' },
  ]);
  expect(initialOrFinalValues(event('source.updated', changes))).toEqual([]);
});
