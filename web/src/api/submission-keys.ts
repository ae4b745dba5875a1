/**
 * How long the key of a submission without an answer is used again: longer than most outages. After
 * this time, the same request is more likely a new submission, because another request may have
 * undone the first one.
 */
const LIFETIME_MS = 10 * 60_000;

interface Attempt {
  key: string;
  folder: string;
  sentAt: number;
}

/**
 * The values of the header Idempotency-Key of the submissions that have not succeeded yet.
 */
export class SubmissionKeys {
  readonly #attempts = new Map<string, Attempt>();

  /**
   * Returns the key of the last attempt of a submission, or a new one. A submission is the method,
   * URL, version and body of a request.
   */
  keyOf(submission: string, url: string): string {
    const now = Date.now();
    for (const [each, { sentAt }] of this.#attempts) if (now - sentAt > LIFETIME_MS) this.#attempts.delete(each);
    const key = this.#attempts.get(submission)?.key ?? newKey();
    this.#attempts.set(submission, { key, folder: folderOf(url), sentAt: now });
    return key;
  }

  /**
   * Deletes the keys of submissions to the same resource as a request that succeeded, which may
   * have undone them: after a resume, the same request to pause is a new submission.
   */
  forget(url: string): void {
    const folder = folderOf(url);
    for (const [each, attempt] of this.#attempts) if (attempt.folder === folder) this.#attempts.delete(each);
  }
}

/** Returns /newssources/checks for /newssources/checks/pause. */
function folderOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.slice(0, pathname.lastIndexOf('/'));
}

/** Returns 128 random bits. crypto.randomUUID needs HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
