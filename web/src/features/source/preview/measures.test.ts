import { expect, test } from 'vitest';
import { sizesText, timingPhases } from './measures';

test.each([
  [{ bytes: 61_200, wire_bytes: 9_800, content_encoding: 'gzip' }, '9.6 KB (gzip), 59.8 KB uncompressed'],
  [{ bytes: 500, wire_bytes: 500 }, '500 bytes'],
])('sizes %j are shown as %s', (sizes, text) => expect(sizesText(sizes)).toBe(text));

const timings = { dns_ms: 1, connect_ms: 2, tls_ms: 3, first_byte_ms: 4, body_ms: 5, total_ms: 15 };

test('timing phases are listed in the order of the request', () => {
  expect(timingPhases(timings).map(({ name, ms }) => `${name} ${ms}`)).toEqual([
    'DNS 1',
    'Connect 2',
    'TLS 3',
    'First byte 4',
    'Body 5',
  ]);
});

test('the rest of the total is shown as queue time, unless it is a rounding error', () => {
  expect(timingPhases({ ...timings, total_ms: 1015 })[0]).toEqual({
    key: 'queue',
    name: 'Queue, robots.txt',
    ms: 1000,
  });
  for (const total_ms of [13, 15, 20]) expect(timingPhases({ ...timings, total_ms })).toHaveLength(5);
});
