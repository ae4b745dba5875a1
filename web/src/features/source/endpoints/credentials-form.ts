import type { Credentials } from '@/api/gen/types.gen';
import { LIMITS } from '@/components/form/limits';
import { textUpTo } from '@/components/form/text-schema';
import { z } from '@/lib/zod';

/** What saving does to the saved credentials: '' keeps them. */
export type CredentialsAction = '' | 'set' | 'remove';

export const credentialsSchema = {
  credentials_action: z.custom<CredentialsAction>((value) => typeof value === 'string'),
  credentials_username: textUpTo(LIMITS.username),
  // Not trimmed, because spaces may be part of the password.
  credentials_password: z.string().max(LIMITS.password, `Enter at most ${LIMITS.password} characters.`),
  /** Whether the endpoint has saved credentials. */
  has_credentials: z.boolean(),
};

type CredentialsValues = z.infer<z.ZodObject<typeof credentialsSchema>>;

/**
 * Reports whether credentials were entered. A user name or a password is enough: tokens often have
 * no user name.
 */
export function hasCredentialsInput(
  values: Pick<CredentialsValues, 'credentials_username' | 'credentials_password'>,
): boolean {
  return values.credentials_username !== '' || values.credentials_password !== '';
}

/** Returns the credentials to send: undefined keeps the saved ones, null removes them. */
export function toApiCredentials(values: CredentialsValues): Credentials | null | undefined {
  const {
    credentials_action: action,
    has_credentials,
    credentials_username: username,
    credentials_password: password,
  } = values;
  if (action === 'remove' && has_credentials) return null;
  if (!hasCredentialsInput(values) || action === 'remove' || (has_credentials && action !== 'set')) return undefined;
  return { username, password };
}
