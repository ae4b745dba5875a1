import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, sizeText, whyNot } from './files';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [319_488, '312 KB'],
  [1_468_006, '1.4 MB'],
  [MAX_FILE_BYTES, '10.0 MB'],
])('%d bytes read %j', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test('a file at the limit is sent, one byte more is not', () => {
  expect(whyNot({ size: MAX_FILE_BYTES })).toBeNull();
  expect(whyNot({ size: MAX_FILE_BYTES + 1 })).toMatch(/at most 10 MB/);
  expect(whyNot({ size: 0 })).toBe('This file is empty.');
});
