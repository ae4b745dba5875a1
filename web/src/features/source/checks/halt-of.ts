import type { Endpoint, Source } from '@/api/gen/types.gen';
import { RIGHTS } from '@/entities/source/labels';

/** Returns why an endpoint is not checked, as a clause without "the"; undefined if it is. */
export function haltOf({ lifecycle, rights }: Source, { intent }: Endpoint): string | undefined {
  if (intent !== 'active') return `endpoint is ${intent}`;
  if (lifecycle !== 'active') return `source is ${lifecycle}`;
  return rights === 'forbidden' ? `rights of the source are “${RIGHTS[rights]}”` : undefined;
}
