import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/chromium';

const CI = Boolean(process.env.CI);

export default defineConfig({
  testDir: '.',
  globalSetup: './support/start-stack.ts',
  outputDir: '../test-results',
  reporter: CI ? [['list'], ['html', { open: 'never', outputFolder: '../playwright-report' }]] : [['list']],
  // Two cores: a third browser would only make the others late.
  workers: 2,
  fullyParallel: true,
  forbidOnly: CI,
  // A journey that passes the second time is a bug of ours or of the journey.
  retries: 0,
  // Only a journey that fails takes that long: one that takes 5 s alone took 40 s on two cores with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...browserOptions(),
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
