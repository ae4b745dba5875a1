import { PASSWORD, type Stack } from './stack';

/**
 * A client of the auth emulator, for actions outside the page: reading e-mails and administering
 * accounts.
 */
export class Emulator {
  readonly #stack: Stack;

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  /** Creates a permitted account, for tests that change it. */
  async createAccount(email: string, password = PASSWORD): Promise<void> {
    const { localId } = await this.#admin('accounts', { email, password, displayName: email.split('@')[0] });
    await this.#admin('accounts:update', { localId, emailVerified: true });
  }

  async idToken(email: string, password = PASSWORD): Promise<string> {
    const address = `${this.#stack.auth_emulator}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
    return (await post(address, { email, password, returnSecureToken: true })).idToken;
  }

  async update(email: string, change: Record<string, unknown>): Promise<void> {
    const { users } = await this.#admin('accounts:lookup', { email: [email] });
    await this.#admin('accounts:update', { localId: users[0].localId, ...change });
  }

  async remove(email: string): Promise<void> {
    const { users } = await this.#admin('accounts:lookup', { email: [email] });
    await this.#admin('accounts:delete', { localId: users[0].localId });
  }

  /** Returns the code of the newest e-mail of a kind: PASSWORD_RESET or VERIFY_EMAIL. */
  async codeOf(email: string, kind: string): Promise<string | undefined> {
    const { auth_emulator, project_id } = this.#stack;
    const response = await fetch(`${auth_emulator}/emulator/v1/projects/${project_id}/oobCodes`);
    const { oobCodes } = (await response.json()) as {
      oobCodes: { email: string; requestType: string; oobCode: string }[];
    };
    return oobCodes.findLast((mail) => mail.email === email && mail.requestType === kind)?.oobCode;
  }

  /** Sets a new password, as the page of the e-mailed link does. */
  async resetPassword(oobCode: string, newPassword: string): Promise<void> {
    const address = `${this.#stack.auth_emulator}/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=any`;
    await post(address, { oobCode, newPassword });
  }

  #admin(what: string, body: unknown) {
    const { auth_emulator, project_id } = this.#stack;
    return post(`${auth_emulator}/identitytoolkit.googleapis.com/v1/projects/${project_id}/${what}`, body);
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- its responses have no types
async function post(address: string, body: unknown): Promise<any> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the auth emulator responded with ${response.status}: ${await response.text()}`);
  return response.json();
}
