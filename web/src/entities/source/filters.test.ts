import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFilter, NO_VALUES, parseFilters, PLAIN_FILTERS, SOURCE_FILTERS, toApiFilter } from './filters';

const parse = (query: string) => parseFilters(new URLSearchParams(query));

test('filters are converted to the types of the API', () => {
  const values = parse('country=ES&country=none&silent_days=7&due_minutes=0&snoozed=false&assignee=me');
  expect(toApiFilter(values)).toEqual({
    country: ['ES', 'none'],
    silent_days: 7,
    due_minutes: 0,
    snoozed: false,
    assignee: ['me'],
  });
  expect(toApiFilter(NO_VALUES)).toEqual({});
});

test('a filter with one value takes the first valid one', () => {
  expect(parse('assignee=somebody&assignee=none&assignee=me').assignee).toEqual(['none']);
});

test('every value that is offered is valid and has a label', () => {
  for (const { name, values = [], isValid, valueLabel } of SOURCE_FILTERS) {
    for (const value of values) {
      expect(isValid(value), `${name}=${value}`).toBe(true);
      expect(valueLabel(value), `${name}=${value}`).not.toBe('');
    }
  }
});

test('alert rules accept the filters that the contract says', () => {
  const contract = readFileSync('../services/newssources/openapi.yaml', 'utf8');
  const listOnly = /^ +x-list-only: \[(.+)\]$/m.exec(contract)?.[1]?.split(', ');
  expect(PLAIN_FILTERS.filter(({ isListOnly }) => isListOnly).map(({ name }) => name)).toEqual(listOnly);
});

test.each([
  ['0', 'Due now'],
  ['30', 'Within 30 min'],
  ['60', 'Within 1 hour'],
  ['2880', 'Within 2 days'],
])('due_minutes=%s is %j', (value, label) => {
  expect(SOURCE_FILTERS.find(({ name }) => name === 'due_minutes')?.valueLabel(value)).toBe(label);
});

test.each([
  [{}, ''],
  [{ q: '', tag: [] }, ''],
  [{ q: 'daily', tier: ['1', '2'] }, 'search “daily”, tier 1 or 2'],
  [{ country: ['ES', 'none'], silent_days: 7 }, 'country Spain or No country, no new item for 7 days'],
  [{ import: '0190b5d2-1c3a-7abc-8def-0123456789ab', snoozed: false }, 'one import, snoozed No'],
  [{ last_known: true }, 'last known true'],
] as const)('describeFilter(%j) is %j', (filter, text) => {
  expect(describeFilter(structuredClone(filter) as never)).toBe(text);
});
