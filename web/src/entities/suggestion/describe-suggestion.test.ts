import { expect, test } from 'vitest';
import type { Suggestion, SuggestionEvidence, SuggestionKind } from '@/api/gen/types.gen';
import { describeEvidence, madeChange, suggestedAction } from './describe-suggestion';

function suggestion(kind: SuggestionKind, evidence: Partial<SuggestionEvidence>): Suggestion {
  return {
    id: '0191d3f0-0000-7000-8000-000000000101',
    kind,
    state: 'open',
    source_id: '0191d3f0-0000-7000-8000-000000000001',
    source_name: 'El Ejemplo',
    canonical_domain: 'elejemplo.example',
    evidence: { url: 'https://elejemplo.example/feed', first_seen_at: '2025-11-17T09:12:00Z', sample: [], ...evidence },
    created_at: '2025-11-20T09:12:00Z',
  };
}

const pace = { setting: 'schedule', checks: 400, known_percent: 12, every_seconds: 3600 };

test.each([
  [
    suggestion('slower', { ...pace, before: '1800', after: '43200', checks_new: 7, losses: 0 }),
    'Check elejemplo.example/feed every 12 h',
    'elejemplo.example/feed is checked every 12 h',
    /^Only 7 of 400 checks since .* found new items. It was checked every 1 h on average.$/,
  ],
  [
    suggestion('slower', { ...pace, before: 'adaptive', after: '86400', checks_new: 0 }),
    'Check elejemplo.example/feed every 1 d',
    'elejemplo.example/feed is checked every 1 d',
    /^None of 400 checks since .* found new items. .*; the interval adapts to the feed.$/,
  ],
  [
    suggestion('faster', { ...pace, before: '3600', after: '1800', checks_new: 300, losses: 21 }),
    'Check elejemplo.example/feed every 30 min',
    'elejemplo.example/feed is checked every 30 min',
    /^In 21 of 400 checks since .*, all items were new. .* 12 % of the items were known.$/,
  ],
  [
    suggestion('settings', { setting: 'charset', after: 'windows-1251', sightings: 5 }),
    'Read the feed as windows-1251',
    'elejemplo.example/feed is read as windows-1251',
    /^The letters in 5 documents since .* are those of windows-1251. The feed declares another encoding or none.$/,
  ],
  [
    suggestion('settings', {
      setting: 'default_zone',
      before: 'UTC',
      after: 'Europe/Madrid',
      sightings: 5,
      lead_seconds: 3300,
    }),
    'Read dates without a zone as Europe/Madrid',
    'Dates without a zone in elejemplo.example/feed are read as Europe/Madrid',
    /new items were dated up to 55 min after the check that found them. The present setting is UTC.$/,
  ],
  [
    suggestion('settings', { setting: 'default_zone', after: 'America/Bogota', sightings: 5, lead_seconds: -18_600 }),
    'Read dates without a zone as America/Bogota',
    'Dates without a zone in elejemplo.example/feed are read as America/Bogota',
    /new items were dated at least 5 h 10 min before the check that found them.$/,
  ],
  [
    suggestion('settings', { setting: 'identity_policy', before: 'auto', after: 'link', sightings: 3, items: 20 }),
    'Identify the items by their addresses',
    'The items of elejemplo.example/feed are identified by their addresses',
    /^Known items have had new identifiers in 3 documents since .* The feed has 20 items.$/,
  ],
  [
    suggestion('other_outlet', { url: 'https://elejemplo.example/' }),
    'Archive this source',
    'The source was archived',
    /^The homepage elejemplo.example has offered its domain for sale since 17 Nov.$/,
  ],
  [
    suggestion('other_outlet', {
      url: 'https://elejemplo.example/',
      outlet: {
        before: { name: 'El Ejemplo', domains: [], authors: [], titles: ['Un puente'] },
        after: { name: 'Slots', domains: [], authors: [], titles: ['Best bonus'] },
        signals: [],
      },
    }),
    'Archive this source',
    'The source was archived',
    /^The name changed from “El Ejemplo” to “Slots”. .* The homepage elejemplo.example has looked like this since 17 Nov.$/,
  ],
])('a suggestion in words: %#', (each, action, change, evidence) => {
  expect(suggestedAction(each)).toBe(action);
  expect(madeChange(each)).toBe(change);
  expect(describeEvidence(each, new Date('2025-11-21T09:12:00Z'))).toMatch(evidence);
});
