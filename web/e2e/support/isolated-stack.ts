import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, STATE_DIR, type Stack } from './stack';

const READY_WITHIN_MS = 120_000;

/**
 * Starts a separate stack, for tests that need an empty register or stop the database. All accounts
 * except the demo account are viewers.
 */
export async function startIsolatedStack(name: string): Promise<{ stack: Stack; stop: () => Promise<void> }> {
  const state = join(ROOT, '.local', name);
  const [info, log] = [join(state, 'devstack.json'), join(state, 'devstack.log')];
  mkdirSync(join(state, 'bin'), { recursive: true });
  copyBinary(state);
  const output = openSync(log, 'w');
  const child = spawn(join(ROOT, '.local/bin/devstack'), ['run', '-web', 'nginx', '-fresh', '-with-parent'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', STATE_DIR: state, DATABASE_URL: '', DEFAULT_ROLE: 'viewer' },
    stdio: ['ignore', output, output],
  });
  async function stop() {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const stack = existsSync(info) ? (JSON.parse(readFileSync(info, 'utf8')) as Stack) : null;
    if (stack && stack.pid === child.pid) return { stack, stop };
    await new Promise((wake) => setTimeout(wake, 50));
  }
  await stop();
  throw new Error(`the isolated stack is not ready:\n${readFileSync(log, 'utf8')}`);
}

/** Copies the built API, because building it again takes longer than the rest of the start. */
function copyBinary(state: string): void {
  const [source, target] = [STATE_DIR, state].map((folder) => join(folder, 'bin/newssources'));
  if (!existsSync(source!)) return;
  mkdirSync(dirname(target!), { recursive: true });
  copyFileSync(source!, target!);
}
