import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, MAX_TABLE_BYTES, fileError, withoutExtension } from './files';

test('fileError accepts a file at the limit of its format and rejects larger and empty files', () => {
  expect(fileError({ name: 'list.opml', size: MAX_FILE_BYTES })).toBeNull();
  expect(fileError({ name: 'list.xlsx', size: MAX_FILE_BYTES + 1 })).toMatch(/the limit is 10 MB.* CSV, .* 200 MB/);
  expect(fileError({ name: 'list.CSV', size: MAX_TABLE_BYTES })).toBeNull();
  expect(fileError({ name: 'list.csv', size: MAX_TABLE_BYTES + 1 })).toMatch(/the limit is 200 MB\. Split/);
  expect(fileError({ name: 'list.csv', size: 0 })).toBe('This file is empty.');
});

test.each([
  ['k2000.csv', 'k2000'],
  ['Liste.XLSX', 'Liste'],
  ['feeds.v2.ndjson', 'feeds.v2'],
  ['Media 2026.11', 'Media 2026.11'],
])('withoutExtension of %s is %s', (filename, name) => {
  expect(withoutExtension(filename)).toBe(name);
});
