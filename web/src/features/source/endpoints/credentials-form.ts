import { z } from 'zod';
import type { Credentials } from '@/api/gen/types.gen';
import { LIMITS } from '../form/limits';
import { textUpTo } from '../form/values';

/** What becomes of the credentials that are kept: '' leaves them alone. */
export type Access = '' | 'set' | 'remove';

export const credentialsSchema = {
  access: z.custom<Access>((value) => typeof value === 'string'),
  credentials_username: textUpTo(LIMITS.username),
  // Not trimmed: a blank may belong to it.
  credentials_password: z.string().max(LIMITS.password, `At most ${LIMITS.password} characters fit.`),
  /** Some are kept at the endpoint that was read. */
  has_credentials: z.boolean(),
};

type CredentialsValues = z.infer<z.ZodObject<typeof credentialsSchema>>;

/** A password alone will do: where a site wants a token, the user name is often empty. */
export function isFilled(values: Pick<CredentialsValues, 'credentials_username' | 'credentials_password'>): boolean {
  return values.credentials_username !== '' || values.credentials_password !== '';
}

/** What to send: undefined leaves everything as it is, null removes. */
export function credentialsOf(values: CredentialsValues): Credentials | null | undefined {
  const { access, has_credentials, credentials_username: username, credentials_password: password } = values;
  if (access === 'remove' && has_credentials) return null;
  if (!isFilled(values) || access === 'remove' || (has_credentials && access !== 'set')) return undefined;
  return { username, password };
}
