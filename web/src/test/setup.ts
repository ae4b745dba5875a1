import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import { takeUnhandledCalls } from './api';

z.config({ jitless: true });
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  expect(takeUnhandledCalls(), 'API calls without a handler in stubApi').toEqual([]);
});

// The default of 1 s is too short for a busy machine. Only a failing test waits this long.
configure({ asyncUtilTimeout: 10_000 });

// Browser APIs that Mantine uses and jsdom lacks.
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Blob.prototype.arrayBuffer = function () {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

/** Node's Request does not resolve relative URLs against the page, as browsers do. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
}
// The files of a worker share the globals.
if (globalThis.Request.name !== PageRequest.name) globalThis.Request = PageRequest;
