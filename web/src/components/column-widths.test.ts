import { expect, test } from 'vitest';
import { gridTracks, resizeColumn, tableMinWidth } from './column-widths';

const columns = [
  { id: 'select', track: '40px' },
  { id: 'name', track: 'minmax(120px, 3fr)' },
  { id: 'health', track: '150px' },
  { id: 'country', track: 'minmax(84px, 1fr)' },
  { id: 'tags', track: 'minmax(96px, 1fr)' },
];
const shown = [40, 300, 150, 100, 100];
const resize = (id: string, wanted: number, widths = {}) => resizeColumn(columns, widths, shown, id, wanted);

test('a chosen width replaces the track of its column', () => {
  expect(gridTracks(columns, { name: 300, health: 100 })).toBe('40px 300px 100px minmax(84px, 1fr) minmax(96px, 1fr)');
});

test('a table with chosen widths contains its columns', () => {
  expect(tableMinWidth(columns, { name: 300 })).toBe(40 + 300 + 150 + 84 + 96);
  expect(tableMinWidth(columns, {})).toBe(0);
});

test('the flexible columns on the left of the resized one keep their widths', () => {
  expect(resize('health', 120)).toEqual({ name: 300, health: 120 });
  expect(resize('health', 120, { name: 200 })).toEqual({ name: 200, health: 120 });
  expect(resize('name', 200)).toEqual({ name: 200 });
});

test('a width has limits', () => {
  expect(resize('name', -5)).toEqual({ name: 40 });
  expect(resize('name', 5000)).toEqual({ name: 1200 });
});
