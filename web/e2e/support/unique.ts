import { randomBytes } from 'node:crypto';
import type { SourceCreate } from '@/api/gen/types.gen';

const LETTERS = 'ghijklmnop';

/** A word that nothing else in the register has, so that journeys don't meet. Without digits: these number what is like it. */
export function uniqueWord(): string {
  const random = randomBytes(5).toString('hex');
  return `w${random.replace(/\d/g, (digit) => LETTERS[Number(digit)]!)}`;
}

/** A source of an outlet that nobody else has. */
export function uniqueSource(mark = uniqueWord(), more: Partial<SourceCreate> = {}): SourceCreate {
  return { name: `Gazette ${mark}`, homepage_url: `https://${mark}.test/`, ...more };
}
