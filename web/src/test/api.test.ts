import { expect, test } from 'vitest';
import { getSession, getSummary } from '@/api/gen/sdk.gen';
import { stubApi, takeUnhandledCalls } from './api';

test('a call without a handler is reported, although the client only throws ApiUnreachable', async () => {
  stubApi({});
  await expect(getSummary()).rejects.toThrow();
  await getSession();
  expect(takeUnhandledCalls()).toEqual(['GET /newssources/summary']);
  expect(takeUnhandledCalls()).toEqual([]);
});
