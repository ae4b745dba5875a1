import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../e2e/support/stack';

export interface Figure {
  row: string;
  value: number;
  unit: string;
  /** The largest permitted value; a figure without a goal is information. */
  goal?: number;
}

/** Returns the size of built files, compressed with gzip if they have such a copy. Most browsers receive smaller Brotli copies. */
export async function builtBytes(paths: string[]): Promise<number> {
  const sizes = paths.map(async (path) => {
    const file = join(ROOT, 'web/dist', path);
    return (await stat(existsSync(`${file}.gz`) ? `${file}.gz` : file)).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export function printTable(figures: Figure[]): void {
  const lines = figures.map(({ row, value, unit, goal }) => {
    const met = goal === undefined ? '' : value <= goal ? 'ok' : 'MISSED';
    const limit = goal === undefined ? '' : `${goal} ${unit}`;
    return `${value.toFixed(1).padStart(8)} ${unit.padEnd(3)} ${limit.padStart(7)} ${met.padEnd(6)}  ${row}`;
  });
  process.stdout.write(`\n   value         goal\n${lines.join('\n')}\n`);
}

/** Writes .local/bench/web.json in the format of the other benchmarks. */
export async function writeFigures(figures: Figure[]): Promise<void> {
  const folder = join(ROOT, '.local/bench');
  await mkdir(folder, { recursive: true });
  const rows = figures.map(({ row, value, unit, goal }) => ({
    row,
    value: Math.round(value * 10) / 10,
    unit,
    reference: null,
    ratio: null,
    goal: goal ?? null,
    met: goal === undefined ? null : value <= goal,
  }));
  await writeFile(join(folder, 'web.json'), `${JSON.stringify(rows, null, 2)}\n`);
}
