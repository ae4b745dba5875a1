import { execFileSync } from 'node:child_process';
import type { Stack } from './stack';

/** PostgreSQL as it is when its machine hangs: connections stay open, and nothing answers. Returns what lets it go on. */
export function suspendDatabase({ children }: Stack): () => void {
  process.kill(children.postgres, 'SIGSTOP'); // first, so that it starts no process for a new connection
  const held = [children.postgres, ...childrenOf(children.postgres)];
  for (const pid of held) process.kill(pid, 'SIGSTOP');
  return () => held.forEach((pid) => process.kill(pid, 'SIGCONT'));
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, of]) => (pid && of === parent ? [pid] : []));
}
