import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What discovery must propose for an address of a simulated site; see services/devstack/simulator/expectation.go. */
export interface Expectation {
  class: string;
  address: string;
  feed?: string;
  or_feed?: string;
  name?: string;
  arrival?: string;
  attempt?: string;
}

/** What devstack.json says; the file is described in services/devstack/info.go. */
export interface Stack {
  app: string;
  api: string;
  metrics: string;
  database_url: string;
  auth_emulator: string;
  project_id: string;
  demo: { email: string; password: string };
  /** The simulated internet: an address of its site El Ejemplo, the names of all sites, and what discovery must propose. */
  simulator: { dns: string; example: string; sites: string[]; expectations: Expectation[] };
  pid: number;
  /** Process ids, so that a journey can pause the database (SIGSTOP, SIGCONT). */
  children: Record<'postgres' | 'emulator' | 'api' | 'nginx', number>;
}

export const ROOT = join(import.meta.dirname, '../../..');
export const STATE_DIR = join(ROOT, '.local/e2e');

/** Where the addresses are: of the stack that the tests started, or of a running one that E2E_STACK names. */
export const stackFile = process.env.E2E_STACK ?? join(STATE_DIR, 'devstack.json');

export function readStack(): Stack {
  return JSON.parse(readFileSync(stackFile, 'utf8')) as Stack;
}

/** Every seeded account has this one; see services/devstack/seed.go. */
export const PASSWORD = 'newsources-demo';
