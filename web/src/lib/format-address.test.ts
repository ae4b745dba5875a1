import { expect, test } from 'vitest';
import { hostOf, shortAddress } from './format-address';

test.each([
  ['https://www.example.org:8443/feed', 'example.org:8443'],
  ['http://feeds.example.org/', 'feeds.example.org'],
  ['no address', 'no address'],
])('the host of %s is %s', (address, host) => expect(hostOf(address)).toBe(host));

test.each([
  ['https://www.example.org/feed/', 'example.org/feed'],
  ['HTTP://example.org', 'example.org'],
])('%s is shortened to %s', (address, short) => expect(shortAddress(address)).toBe(short));
