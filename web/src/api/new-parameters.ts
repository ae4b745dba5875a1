import { ApiProblem } from './problem';

/**
 * Calls `call` with parameters that the API of the previous version does not have. During an
 * upgrade, that API may answer and refuse them; it is then called without them.
 */
export async function withNewParameters<P extends object, R>(
  added: P,
  call: (added: Partial<P>) => Promise<R>,
): Promise<R> {
  try {
    return await call(added);
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'unknown_parameter')) throw error;
    return call({});
  }
}
