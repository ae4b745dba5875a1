import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [12_700, '12.4 KB'],
  [319_488, '312 KB'],
  [1_468_006, '1.4 MB'],
  [10 * 1024 * 1024, '10 MB'],
])('formatBytes(%d) is %j', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
