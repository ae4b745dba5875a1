import { randomBytes } from 'node:crypto';
import type { SourceCreate } from '@/api/gen/types.gen';

/** A word that nothing else in the register has, so that journeys don't meet. */
export function word(): string {
  return `w${randomBytes(5).toString('hex')}`;
}

/** A source of an outlet that nobody else has. */
export function someSource(mark = word(), more: Partial<SourceCreate> = {}): SourceCreate {
  return { name: `Gazette ${mark}`, homepage_url: `https://${mark}.test/`, ...more };
}
