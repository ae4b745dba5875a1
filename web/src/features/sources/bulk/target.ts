import type { ChangeSelection, CheckRequest, SourceFilter } from '@/api/gen/types.gen';

/** The sources that a change concerns: the selected ones, or all that match a filter. */
export type Target = { ids: string[] } | { filter: SourceFilter; expected: number | undefined };

/** Returns the sources of a target as the selection of a change set. */
export function selectionOf(target: Target): ChangeSelection {
  if ('ids' in target) return target;
  const { filter, expected } = target;
  return expected === undefined ? { filter } : { filter, expected };
}

/** Returns a request for checks of the sources of a target. */
export function checkRequestOf(target: Target): CheckRequest {
  return 'ids' in target ? target : { all: target.filter };
}
