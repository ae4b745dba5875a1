import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { z } from 'zod';

z.config({ jitless: true });
afterEach(cleanup);

// How long a test waits for something to appear. Only a failing test takes that long; a busy machine needs more than 1 s.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom lacks and Mantine asks for.
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
Blob.prototype.arrayBuffer = function () {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// Node's Request knows no page to resolve a relative address against; a browser's does.
const NodeRequest = globalThis.Request;
globalThis.Request = class extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
  }
};
