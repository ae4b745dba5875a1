import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What discovery must propose for an address of a simulated site; see
 * services/devstack/simulator/expectation.go.
 */
export interface Expectation {
  class: string;
  address: string;
  feed?: string;
  or_feed?: string;
  name?: string;
  arrival?: string;
  attempt?: string;
}

/** The content of devstack.json; see services/devstack/info.go. */
export interface Stack {
  app: string;
  api: string;
  metrics: string;
  database_url: string;
  auth_emulator: string;
  project_id: string;
  demo: { email: string; password: string };
  /**
   * The simulated internet: the URL of the site El Ejemplo, all host names, and what discovery must
   * propose.
   */
  simulator: { dns: string; example: string; sites: string[]; expectations: Expectation[] };
  /** Receives the e-mails and webhooks of alerts. */
  inbox: { smtp: string; page: string; webhook: string };
  pid: number;
  /** Process ids, for tests that stop the database. */
  children: Record<'postgres' | 'emulator' | 'api' | 'nginx', number>;
}

export const ROOT = join(import.meta.dirname, '../../..');
export const STATE_DIR = join(ROOT, '.local/e2e');

/**
 * The devstack.json of the stack under test: by default the stack that the tests start; E2E_STACK
 * names a running one.
 */
export const stackFile = process.env.E2E_STACK ?? join(STATE_DIR, 'devstack.json');

export function readStack(): Stack {
  return JSON.parse(readFileSync(stackFile, 'utf8')) as Stack;
}

/** The password of every seeded account; see services/devstack/seed.go. */
export const PASSWORD = 'newsources-demo';
