import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/chromium';

const CI = Boolean(process.env.CI);

export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-stack.ts',
  outputDir: '../test-results',
  reporter: [
    ['list'],
    ['./support/failure-summary.ts'],
    ...(CI ? [['html', { open: 'never', outputFolder: '../playwright-report' }] as const] : []),
  ],
  // The reference machine has two cores.
  workers: 2,
  fullyParallel: true,
  forbidOnly: CI,
  // A retry would hide an unreliable test.
  retries: 0,
  // A test of 5 s takes up to 40 s on a busy machine. Only a failing test reaches the timeout.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...browserOptions(),
    viewport: { width: 1280, height: 800 },
    // Without animations, a journey needs a tenth less CPU time.
    contextOptions: { reducedMotion: 'reduce' },
    // Without pictures and snapshots: recording them takes a third of the duration of the journeys.
    // A failed test has a screenshot.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
});
