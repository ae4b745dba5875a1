import type { UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '@/api/problem';
import type { SourceValues } from './values';

const DUPLICATE = 'This source is already in the register.';
const PATH_NEEDED = 'Enter a homepage with a path that no other source of this site has, such as /sport.';

/**
 * Marks the homepage when the source exists already: the API recognizes a source by its homepage.
 */
export function setDuplicateError(form: UseFormReturn<SourceValues>, error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'duplicate_source') return;
  const message = form.getValues('allow_duplicate') ? PATH_NEEDED : DUPLICATE;
  form.setError('homepage_url', { type: 'server', message }, { shouldFocus: true });
}
