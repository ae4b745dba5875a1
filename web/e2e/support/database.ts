import { execFileSync } from 'node:child_process';
import type { Stack } from './stack';

/**
 * Stops all PostgreSQL processes, so that connections stay open without a response. Returns a
 * function that resumes them.
 */
export function suspendDatabase({ children }: Stack): () => void {
  process.kill(children.postgres, 'SIGSTOP'); // first, so that it forks no new process
  const stopped = [children.postgres, ...childrenOf(children.postgres)];
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  return () => stopped.forEach((pid) => process.kill(pid, 'SIGCONT'));
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, of]) => (pid && of === parent ? [pid] : []));
}
