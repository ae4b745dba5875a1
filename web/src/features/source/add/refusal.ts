import { describeError } from '@/api/describe-error';
import type { ExistingSource } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';

/**
 * Returns why the API refused to save, in one sentence: the message of the first field, or of the
 * whole request.
 */
export function refusalText(error: unknown): string {
  const [firstField] = error instanceof ApiProblem ? error.errors : [];
  const { heading, text } = describeError(error);
  return firstField?.detail ?? (text || heading);
}

/** Returns the existing source of the site, when saving was refused because of it. */
export function duplicateOf(error: unknown): ExistingSource | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'duplicate_source' || !error.body.existing) return undefined;
  const { id, name } = error.body.existing;
  return { source_id: id, source_name: name, why: 'same_source' };
}
