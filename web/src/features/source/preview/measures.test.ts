import { expect, test } from 'vitest';
import { durationWords, phasesOf, sizesWords, sizeWords } from './measures';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_400, '12.4 kB'],
  [612_000, '612 kB'],
  [3_140_000, '3.1 MB'],
])('%d bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));

test.each([
  [{ bytes: 61_200, wire_bytes: 9_800, content_encoding: 'gzip' }, '9.8 kB as gzip, 61.2 kB unpacked'],
  [{ bytes: 500, wire_bytes: 500 }, '500 B'],
])('sizes of %j', (sizes, words) => expect(sizesWords(sizes)).toBe(words));

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [2449, '2.4 s'],
])('%d ms are %s', (ms, words) => expect(durationWords(ms)).toBe(words));

const timings = { dns_ms: 1, connect_ms: 2, tls_ms: 3, first_byte_ms: 4, body_ms: 5, total_ms: 15 };

test('the phases in their order', () => {
  expect(phasesOf(timings).map(({ name, ms }) => `${name} ${ms}`)).toEqual([
    'DNS 1',
    'Connect 2',
    'TLS 3',
    'First byte 4',
    'Body 5',
  ]);
});

test('what the phases leave of the total is ours, unless it is only what rounding leaves', () => {
  expect(phasesOf({ ...timings, total_ms: 1015 })[0]).toEqual({ key: 'ours', name: 'Our turn, robots.txt', ms: 1000 });
  for (const total_ms of [13, 15, 20]) expect(phasesOf({ ...timings, total_ms })).toHaveLength(5);
});
