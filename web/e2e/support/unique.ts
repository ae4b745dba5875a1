import { randomBytes } from 'node:crypto';
import type { SourceCreate } from '@/api/gen/types.gen';

const LETTERS = 'ghijklmnop';

/** Returns a random word without digits, so that the data of parallel tests does not collide. */
export function uniqueWord(): string {
  const random = randomBytes(5).toString('hex');
  return `w${random.replace(/\d/g, (digit) => LETTERS[Number(digit)]!)}`;
}

/** Returns a source with a unique name and homepage. */
export function uniqueSource(mark = uniqueWord(), more: Partial<SourceCreate> = {}): SourceCreate {
  return { name: `Gazette ${mark}`, homepage_url: `https://${mark}.test/`, ...more };
}
