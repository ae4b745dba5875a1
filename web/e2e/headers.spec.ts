import { expect, test } from './support/test';

/** The security headers that nginx sends with every response. */
const SECURITY_HEADERS = {
  'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self' https://apis.google.com"),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

test('the page, assets, config.json and 404 responses have the security headers', async ({ request }) => {
  const page = await request.get('/');
  expect(page.status()).toBe(200);
  expect(page.headers()).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-cache' });
  const policy = page.headers()['content-security-policy']!;
  for (const rule of [
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "style-src 'self'",
  ])
    expect(policy).toContain(rule);
  expect(policy).not.toMatch(/unsafe|\*(?!\.googleusercontent)/);

  const asset = /"(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
  const script = await request.get(asset!);
  expect(script.status()).toBe(200);
  expect(script.headers()).toMatchObject({
    ...SECURITY_HEADERS,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('text/javascript'),
  });

  const missing = await request.get('/assets/gone-00000000.js');
  expect(missing.status()).toBe(404);
  expect(missing.headers()).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });

  const config = await request.get('/config.json');
  expect(config.status()).toBe(200);
  expect(config.headers()).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
  expect(config.headers()['content-type']).toContain('application/json');
});

test('metrics and health endpoints are not exposed', async ({ request }) => {
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    const response = await request.get(path);
    expect(await response.text(), path).toContain('<div id="root">');
  }
});
