import { expect, test } from 'vitest';
import { MAX_FILE_BYTES, fileError } from './files';

test('fileError accepts a file at the limit and rejects larger and empty files', () => {
  expect(fileError({ size: MAX_FILE_BYTES })).toBeNull();
  expect(fileError({ size: MAX_FILE_BYTES + 1 })).toMatch(/the limit is 10 MB/);
  expect(fileError({ size: 0 })).toBe('This file is empty.');
});
