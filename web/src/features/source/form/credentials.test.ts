import { describe, expect, it } from 'vitest';
import { mayContainPassword, isSameServer, insertCredentials, extractCredentials } from '@/lib/credentials';
import { removeCredentials } from './credentials';
import { EMPTY_SOURCE } from './values';

describe('credentials in an address', () => {
  it.each([
    ['https://a.example/feed', 'https://a.example/feed', undefined],
    ['https://ann:secret@a.example/feed?x=1', 'https://a.example/feed?x=1', { username: 'ann', password: 'secret' }],
    ['ann:secret@a.example', 'a.example', { username: 'ann', password: 'secret' }],
    ['https:ann:secret@a.example', 'https:a.example', { username: 'ann', password: 'secret' }],
    ['https:\\\\ann:se@a.example\\x', 'https:\\\\a.example\\x', { username: 'ann', password: 'se' }],
    ['https://:token@a.example/', 'https://a.example/', { username: '', password: 'token' }],
    ['http://ann@a.example', 'http://a.example', { username: 'ann', password: '' }],
    ['https://ann:p%40ss:w@rd@a.example/', 'https://a.example/', { username: 'ann', password: 'p@ss:w@rd' }],
    ['https://ann:50%@a.example/', 'https://a.example/', { username: 'ann', password: '50%' }],
    ['https://medium.example/@ann', 'https://medium.example/@ann', undefined],
    ['https://a.example?mail=x@y.example', 'https://a.example?mail=x@y.example', undefined],
    ['https://ann:se/cr?t#1@a.example/feed', 'https://a.example/feed', { username: 'ann', password: 'se/cr?t#1' }],
    ['https://ann:se/c@ret@a.example/@bob', 'https://a.example/@bob', { username: 'ann', password: 'se/c@ret' }],
    ['http://https://ann:secret@a.example', 'http://https://a.example', { username: 'ann', password: 'secret' }],
    ['feed://ann:secret@a.example/rss', 'feed://a.example/rss', { username: 'ann', password: 'secret' }],
    ['htp://ann:secret@a.example/rss', 'htp://a.example/rss', { username: 'ann', password: 'secret' }],
    ['https://ann:secret＠a.example/rss', 'https://a.example/rss', { username: 'ann', password: 'secret' }],
    ['https://a.example:8443/@ann', 'https://a.example:8443/@ann', undefined],
    ['https://[::1]:80/@ann', 'https://[::1]:80/@ann', undefined],
    ['ann@a.example', 'ann@a.example', undefined],
    ['@ann', '@ann', undefined],
  ])('%s', (text, address, credentials) => {
    expect(extractCredentials(text)).toEqual({ address, ...(credentials && { credentials }) });
  });

  it.each([
    ['https://ann:sec', true],
    ['ann:s', true],
    ['http://ann:', true],
    ['https://a.example:8443/x', false],
    ['https://a.example/x:y', false],
    ['a.example', false],
    ['https:', false],
  ])('mayContainPassword(%s) is %s', (text, expected) => {
    expect(mayContainPassword(text)).toBe(expected);
  });

  it('are inserted into the address for a request', () => {
    const pasted = extractCredentials('https://ann:p%40ss:w@rd@a.example/feed');
    const url = new URL(insertCredentials(pasted));
    expect([decodeURIComponent(url.username), decodeURIComponent(url.password), url.host]).toEqual([
      'ann',
      'p@ss:w@rd',
      'a.example',
    ]);
  });

  it.each([
    ['https://a.example', 'https://a.example/feed', true],
    ['a.example', 'https://a.example/feed', true],
    ['http://a.example', 'https://a.example/feed', true],
    ['https://a.example', 'http://a.example/feed', false],
    ['https://a.example', 'https://feeds.a.example/', false],
    ['https://a.example', 'https://a.example:8443/', false],
    ['https://a.example', 'not an address', false],
  ])('isSameServer(%s, %s) is %s', (given, other, same) => {
    expect(isSameServer(given, other)).toBe(same);
  });

  it('are removed from form values before they are stored', () => {
    const url = 'https://ann:secret@a.example/feed';
    const values = { ...EMPTY_SOURCE, homepage_url: url, endpoints: [{ url, kind: 'rss' as const }] };
    expect(JSON.stringify(removeCredentials(values))).not.toContain('secret');
  });
});
