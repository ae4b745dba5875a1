import { describe, expect, test, vi } from 'vitest';
import { ConfigError, loadConfig, parseConfig } from './config';

const valid = {
  production: false,
  host: '',
  firebase: {
    projectId: 'demo-newsources',
    appId: '1:1:web:1',
    storageBucket: 'bucket',
    apiKey: 'key',
    authDomain: 'demo.example.org',
    messagingSenderId: '1',
    measurementId: 'G-1',
  },
  authEmulator: 'http://127.0.0.1:9099',
  demo: { email: 'demo@example.org', password: 'secret' },
  version: '1.2.3',
};

describe('parseConfig', () => {
  test('returns a valid configuration unchanged', () => {
    expect(parseConfig(valid)).toEqual(valid);
  });

  test('authEmulator, demo and version are optional', () => {
    const { production, host, firebase } = valid;
    expect(parseConfig({ production, host, firebase })).toMatchObject({ authEmulator: '', demo: null, version: '' });
  });

  test.each([
    ['https://api.example.org', true],
    ['http://localhost:8081', true],
    ['https://api.example.org/', false],
    ['https://api.example.org/newssources', false],
    ['//api.example.org', false],
    ['api.example.org', false],
    ['javascript:alert(1)', false],
  ])('host %s is accepted: %s', (host, ok) => {
    if (ok) expect(parseConfig({ ...valid, host }).host).toBe(host);
    else expect(() => parseConfig({ ...valid, host })).toThrow(ConfigError);
  });

  test.each([
    [{ ...valid, production: 'true' }, /^production: /],
    [{ ...valid, firebase: undefined }, /^firebase: is missing$/],
    [{ ...valid, firebase: { ...valid.firebase, apiKey: '' } }, /^firebase\.apiKey: must not be empty$/],
    [{ ...valid, production: true }, /^authEmulator: must be empty when production is true$/],
    [null, /^config\.json: /],
    [[], /^config\.json: /],
  ])('names the invalid field (case %#)', (input, line) => {
    try {
      parseConfig(input);
      expect.unreachable();
    } catch (error) {
      expect((error as ConfigError).problems).toEqual([expect.stringMatching(line)]);
    }
  });
});

describe('loadConfig', () => {
  test.each([
    ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch')), /could not reach the server/],
    ['a missing file', () => Promise.resolve(new Response('', { status: 404 })), /answered 404/],
    ['an HTML page', () => Promise.resolve(new Response('<!doctype html>')), /is not JSON/],
    ['an invalid configuration', () => Promise.resolve(new Response('{}')), /is not valid/],
  ])('rejects %s', async (_, respond, message) => {
    vi.stubGlobal('fetch', respond);
    await expect(loadConfig()).rejects.toThrow(message);
  });
});
