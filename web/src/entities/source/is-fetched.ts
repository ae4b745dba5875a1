import type { Source } from '@/api/gen/types.gen';

/** Reports whether the service requests anything from a source. */
export function isFetched({ lifecycle, rights }: Pick<Source, 'lifecycle' | 'rights'>): boolean {
  return lifecycle === 'active' && rights !== 'forbidden';
}
