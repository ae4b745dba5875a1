import type { AliasInput } from '@/api/gen/types.gen';

/** Returns an alias without its origin, which the service keeps. */
export function toAliasInput({ kind, value, from, to }: AliasInput): AliasInput {
  return { kind, value, from, to };
}
