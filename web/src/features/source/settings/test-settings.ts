import { screen } from '@testing-library/react';
import type { Source } from '@/api/gen/types.gen';
import { json, problem } from '@/test/api';
import { aSource } from '@/test/source';

export const source = aSource();
export const GET_SOURCE = `GET /newssources/${source.id}`;
export const PATCH_SOURCE = `PATCH /newssources/${source.id}`;

/** Returns a text field of the form. */
export const field = (name: string) => screen.getByRole('textbox', { name });
export const saveButton = () => screen.getByRole('button', { name: /^Save/ });

/** Responds to each read with the next version; the last one repeats. */
export function respondInOrder(...versions: Source[]) {
  let reads = 0;
  return () => json(versions[Math.min(reads++, versions.length - 1)]);
}

/** Returns a 412 problem: Ben saved these values. */
export const staleVersion = (after: object, version: number) =>
  problem(412, 'stale_version', {
    detail: 'Ben changed this source after you opened it.',
    changed: {
      fields: Object.entries(after).map(([name, value]) => ({ field: name, after: value })),
      by: { email: 'ben@example.org', name: 'Ben' },
      at: new Date().toISOString(),
      version,
    },
  });
