import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, STATE_DIR, readStack, stackFile } from './stack';

/** Allows for the first start on a machine, which installs and builds everything. */
const READY_WITHIN_MS = 5 * 60_000;
const LOG = join(STATE_DIR, 'devstack.log');

/**
 * Starts the product with nginx on free ports, and an empty database or SEED_SOURCES generated
 * sources. Returns a function that stops it.
 */
export default async function startStack() {
  if (process.env.E2E_STACK) return; // a running stack is used and not stopped
  mkdirSync(STATE_DIR, { recursive: true });
  const log = openSync(LOG, 'w');
  const stack = spawn(join(ROOT, '.local/bin/devstack'), ['run', '-web', 'nginx', '-fresh', '-with-parent'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', STATE_DIR, DATABASE_URL: '' },
    stdio: ['ignore', log, log],
  });
  await waitUntilReady(stack);
  const { SEED_SOURCES: sources } = process.env;
  if (sources) {
    const env = { ...process.env, STATE_DIR };
    execFileSync('make', ['--no-print-directory', 'seed', `SOURCES=${sources}`], { cwd: ROOT, env, stdio: 'inherit' });
  }
  return () => stop(stack);
}

async function waitUntilReady(stack: ChildProcess) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (stack.exitCode !== null) throw new Error(`the stack ended before it was ready:\n${readFileSync(LOG, 'utf8')}`);
    // A file with another pid is left over from a killed run.
    if (existsSync(stackFile) && readStack().pid === stack.pid) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  await stop(stack);
  throw new Error(`the stack is not ready after ${READY_WITHIN_MS / 1000} s; see ${LOG}`);
}

async function stop(stack: ChildProcess) {
  if (stack.exitCode !== null) return;
  const ended = new Promise((resolve) => stack.once('exit', resolve));
  stack.kill('SIGTERM');
  await ended;
}
