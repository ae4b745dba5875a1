import { PASSWORD, type Stack } from './stack';

/** The identity provider behind the page's back: what a person does in their mailbox, or an administrator in the console. */
export class Emulator {
  readonly #stack: Stack;

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  /** A new account that may use the tool, for journeys that change one. */
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

  /** The code of the newest mail to somebody: PASSWORD_RESET or VERIFY_EMAIL. */
  async codeOf(email: string, kind: string): Promise<string | undefined> {
    const { auth_emulator, project_id } = this.#stack;
    const response = await fetch(`${auth_emulator}/emulator/v1/projects/${project_id}/oobCodes`);
    const { oobCodes } = (await response.json()) as {
      oobCodes: { email: string; requestType: string; oobCode: string }[];
    };
    return oobCodes.findLast((mail) => mail.email === email && mail.requestType === kind)?.oobCode;
  }

  /** What the page behind the link in the mail does. */
  async resetPassword(oobCode: string, newPassword: string): Promise<void> {
    const address = `${this.#stack.auth_emulator}/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=any`;
    await post(address, { oobCode, newPassword });
  }

  #admin(what: string, body: unknown) {
    const { auth_emulator, project_id } = this.#stack;
    return post(`${auth_emulator}/identitytoolkit.googleapis.com/v1/projects/${project_id}/${what}`, body);
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the emulator's answers have no types of ours
async function post(address: string, body: unknown): Promise<any> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the auth emulator answered ${response.status}: ${await response.text()}`);
  return response.json();
}
