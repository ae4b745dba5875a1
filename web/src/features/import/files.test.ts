import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, sizeText, fileError } from './files';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [319_488, '312 KB'],
  [1_468_006, '1.4 MB'],
  [MAX_FILE_BYTES, '10.0 MB'],
])('sizeText(%d) is %j', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('fileError accepts a file at the limit and rejects larger and empty files', () => {
  expect(fileError({ size: MAX_FILE_BYTES })).toBeNull();
  expect(fileError({ size: MAX_FILE_BYTES + 1 })).toMatch(/the limit is 10 MB/);
  expect(fileError({ size: 0 })).toBe('This file is empty.');
});
