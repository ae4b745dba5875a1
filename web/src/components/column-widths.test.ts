import { expect, test } from 'vitest';
import { gridTracks, resizeColumn } from './column-widths';

const columns = [
  { id: 'select', track: '40px' },
  { id: 'name', track: 'minmax(120px, 3fr)' },
  { id: 'health', track: '150px' },
  { id: 'country', track: 'minmax(84px, 1fr)' },
  { id: 'tags', track: 'minmax(96px, 1fr)' },
];
const shown = [40, 300, 150, 100, 100];
const resize = (id: string, wanted: number, widths = {}, total = 690) =>
  resizeColumn(columns, widths, shown, total, id, wanted);

test('a chosen width is the maximum of its track, which shrinks as far as without it', () => {
  expect(gridTracks(columns, { name: 300, health: 100 })).toBe(
    '40px minmax(120px, 300px) minmax(100px, 100px) minmax(84px, 1fr) minmax(96px, 1fr)',
  );
});

test('the flexible columns on the left of the resized one keep their widths', () => {
  expect(resize('health', 120)).toEqual({ name: 300, health: 120 });
  expect(resize('health', 120, { name: 200 })).toEqual({ name: 200, health: 120 });
  expect(resize('name', 200)).toEqual({ name: 200 });
});

test('a column grows by what the flexible columns on its right can spare and what is unused', () => {
  expect(resize('health', 500)).toEqual({ name: 300, health: 150 + 16 + 4 });
  expect(resize('health', 500, { country: 100, tags: 100 })).toEqual({ country: 100, tags: 100 }); // no room
  expect(resize('tags', 500, {}, 740)).toMatchObject({ tags: 150 });
});

test('a width has limits', () => {
  expect(resize('name', -5)).toEqual({ name: 40 });
  expect(resize('tags', 5000, {}, 9000)).toMatchObject({ tags: 1200 });
});
