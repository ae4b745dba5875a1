import type { InvitationCreate, Role } from '@/api/gen/types.gen';

/** Returns the body for an e-mail address, or for a domain such as example.org or @example.org. */
export function invitationFor(text: string, role: Role): InvitationCreate {
  const value = text.trim();
  return value.lastIndexOf('@') > 0 ? { email: value, role } : { domain: value, role };
}
