import type { Endpoint, Source } from '@/api/gen/types.gen';
import { haltOf } from './halt-of';

/**
 * Returns until when items are held, and whether the checks continue. `items` is the subject, such
 * as "These items are".
 */
export function heldSentence(items: string, source: Source, endpoint: Endpoint, continues: string): string {
  if (source.lifecycle === 'archived')
    return `${items} held, and none is stored while the source is archived. Unarchive it to decide about them.`;
  const halt = haltOf(source, endpoint);
  return `${items} held until an editor or an administrator decides. ${halt ? `The endpoint is not checked, because the ${halt}.` : continues}`;
}
