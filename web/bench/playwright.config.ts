import { defineConfig } from '@playwright/test';
import { browserOptions } from '../e2e/support/chromium';

/** Runs the measurements of the web app against the product with nginx. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  globalSetup: '../e2e/support/start-stack.ts',
  outputDir: '../test-results',
  reporter: [['line']],
  workers: 1,
  timeout: 900_000,
  expect: { timeout: 30_000 },
  use: { ...browserOptions(), actionTimeout: 30_000, viewport: { width: 1280, height: 800 } },
});
