import { describe, expect, test } from 'vitest';
import { json, problem } from '@/test/api';
import { describeError } from './describe-error';
import { ApiProblem, ApiUnreachable, isTransient, problemFrom } from './problem';
import { shouldRetry } from './query-client';

describe('problemFrom', () => {
  test('keeps code, texts, field errors, request id and extensions', async () => {
    const found = await problemFrom(
      problem(409, 'duplicate_source', {
        detail: 'El Ejemplo has this address already.',
        errors: [{ pointer: '/homepage_url', detail: 'taken' }],
        existing: { id: 'x', name: 'El Ejemplo' },
      }),
    );
    expect(found).toMatchObject({
      status: 409,
      code: 'duplicate_source',
      message: 'El Ejemplo has this address already.',
      requestId: 'req-1',
      errors: [{ pointer: '/homepage_url', detail: 'taken' }],
      body: { existing: { id: 'x', name: 'El Ejemplo' } },
    });
  });

  test.each([
    [502, new Response('<html>Bad gateway</html>', { status: 502, headers: { 'Content-Type': 'text/html' } })],
    [413, new Response('too large', { status: 413 })],
    [500, new Response('{broken', { status: 500, headers: { 'Content-Type': 'application/json' } })],
    [400, json(['not', 'an', 'object'], { status: 400 })],
  ])('uses a default text for a %i without a problem document', async (status, response) => {
    const found = await problemFrom(response);
    expect(found.status).toBe(status);
    expect(found.code).toBe(`http_${status}`);
    expect(found.message).toMatch(/\w+ \w+/);
    expect(found.message).not.toMatch(/html|undefined|broken/);
  });

  test('reads Retry-After', async () => {
    expect((await problemFrom(problem(503, 'x', {}, { 'Retry-After': '7' }))).retryAfterSeconds).toBe(7);
    expect((await problemFrom(problem(503, 'x'))).retryAfterSeconds).toBeUndefined();
  });
});

describe('retry policy', () => {
  test.each([
    [new ApiProblem(503, {}), true],
    [new ApiProblem(502, {}), true],
    [new ApiProblem(504, {}), true],
    [new ApiProblem(429, {}), true],
    [new ApiUnreachable('network'), true],
    [new ApiUnreachable('timeout'), true],
    [new ApiProblem(500, {}), false],
    [new ApiProblem(404, {}), false],
    [new ApiProblem(403, {}), false],
    [new Error('unknown'), false],
  ])('%s is retried: %s', (error, expected) => {
    expect(isTransient(error)).toBe(expected);
    expect(shouldRetry(0, error)).toBe(expected);
    expect(shouldRetry(4, error)).toBe(false);
  });
});

test.each([
  [
    new ApiProblem(404, { title: 'Not found', detail: 'It was deleted.', request_id: 'r' }),
    'Not found',
    'It was deleted.',
  ],
  [new ApiProblem(500, { title: 'Something failed' }), 'Something failed', /error is on the server/],
  [new ApiUnreachable('offline'), 'No connection to the service', /offline/],
  [new TypeError("Cannot read properties of undefined (reading 'x')"), 'Unexpected error', /reload/],
  [undefined, 'Unexpected error', /reload/],
])('describeError of %s', (error, heading, text) => {
  const description = describeError(error);
  expect(description.heading).toBe(heading);
  expect(description.text).toMatch(text);
  expect(description.text).not.toMatch(/undefined/);
});
