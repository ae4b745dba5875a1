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

/** The encodings of the compressed copies that the build writes, with the place of the copies. */
const COPIES = {
  br: (path: string) => join('br', path),
  gzip: (path: string) => `${path}.gz`,
};

/**
 * Returns the size of the copies of built files in an encoding. A file without such a copy counts
 * uncompressed.
 */
export async function builtBytes(paths: string[], encoding: keyof typeof COPIES): Promise<number> {
  const dist = join(ROOT, 'web/dist');
  const sizes = paths.map(async (path) => {
    const copy = join(dist, COPIES[encoding](path));
    return (await stat(existsSync(copy) ? copy : join(dist, path))).size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export function printTable(figures: Figure[]): void {
  const lines = figures.map(({ row, value, unit, goal }) => {
    const met = goal === undefined ? '' : value <= goal ? 'ok' : 'MISSED';
    const limit = goal === undefined ? '' : `${goal} ${unit}`;
    return `${value.toFixed(unit ? 1 : 4).padStart(8)} ${unit.padEnd(3)} ${limit.padStart(7)} ${met.padEnd(6)}  ${row}`;
  });
  process.stdout.write(`\n   value         goal\n${lines.join('\n')}\n`);
}

/** Writes .local/bench/NAME.json in the format of the other benchmarks. */
export async function writeFigures(name: string, figures: Figure[]): Promise<void> {
  const folder = join(ROOT, '.local/bench');
  await mkdir(folder, { recursive: true });
  const rows = figures.map(({ row, value, unit, goal }) => ({
    row,
    value: Number(value.toFixed(unit ? 1 : 4)),
    unit,
    reference: null,
    ratio: null,
    goal: goal ?? null,
    met: goal === undefined ? null : value <= goal,
  }));
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(rows, null, 2)}\n`);
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
