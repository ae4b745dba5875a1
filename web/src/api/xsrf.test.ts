import { describe, expect, test } from 'vitest';
import { isRelativeUrl, readCookie, xsrfToken } from './xsrf';

const COOKIES = 'theme=dark; XSRF-TOKEN=a.b%3D; other=1';

describe('isRelativeUrl', () => {
  test.each([
    '/newssources',
    'newssources',
    './x',
    '../x',
    '?q=1',
    '#x',
    '',
    '/a:b',
    '/x?u=https://e.example',
    '/a//b',
  ])('%j is relative', (url) => expect(isRelativeUrl(url)).toBe(true));

  test.each([
    'https://api.example.org/newssources',
    'HTTPS://api.example.org',
    'http:newssources',
    'data:text/plain,x',
    'blob:https://e.example/1',
    '//api.example.org/newssources',
    '/\\api.example.org',
    '\\\\api.example.org',
    '\\/api.example.org',
    ' //api.example.org',
    ' https://api.example.org',
    '\u0000//api.example.org',
    '/\t/api.example.org',
    '/\n/api.example.org',
    'ht\ntps://api.example.org',
  ])('%j is not relative', (url) => expect(isRelativeUrl(url)).toBe(false));
});

describe('xsrfToken', () => {
  test.each([
    ['POST', '/newssources', 'a.b='],
    ['post', '/newssources', 'a.b='],
    ['PUT', '/newssources', 'a.b='],
    ['PATCH', 'newssources/1', 'a.b='],
    ['DELETE', '/newssources/1', 'a.b='],
    ['HEAD', '/newssources', 'a.b='],
    ['GET', '/newssources', null],
    ['get', '/newssources', null],
    ['POST', 'https://api.example.org/newssources', null],
    ['POST', 'http://localhost:3000/newssources', null],
    ['POST', '//api.example.org/newssources', null],
    ['DELETE', '/\\api.example.org/newssources', null],
  ])('%s %s sends %s', (method, url, expected) => {
    expect(xsrfToken(method, url, COOKIES)).toBe(expected);
  });

  test('is null without the cookie', () => {
    expect(xsrfToken('POST', '/newssources', 'theme=dark')).toBeNull();
  });
});

test.each([
  ['XSRF-TOKEN=x', 'x'],
  ['a=1;XSRF-TOKEN=x=y', 'x=y'],
  ['NOT-XSRF-TOKEN=1; XSRF-TOKEN=2', '2'],
  ['XSRF-TOKEN=%', '%'],
  ['', null],
])('readCookie of %j is %j', (cookies, expected) => {
  expect(readCookie('XSRF-TOKEN', cookies)).toBe(expected);
});
