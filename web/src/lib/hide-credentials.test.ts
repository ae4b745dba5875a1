import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hideCredentials } from './hide-credentials';

/** The cases of the service, so that both hide the same. */
const table = readFileSync(
  join(import.meta.dirname, '../../../services/newssources/internal/platform/weburl/testdata/credentials.tsv'),
  'utf8',
);
const cases = table
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((columns) => columns.length === 2);

test.each(cases)('%s', (text, expected) => {
  expect(hideCredentials(text ?? '')).toBe(expected);
  expect(hideCredentials(expected ?? '')).toBe(expected);
});

test('the table of the service has cases', () => expect(cases.length).toBeGreaterThan(20));
