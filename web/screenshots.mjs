// Takes the screenshots of README.md from the running stack (`make run`), whose register should contain the sample sources.
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const { app } = JSON.parse(readFileSync(`${process.env.STATE_DIR ?? '../.local'}/devstack.json`, 'utf8'));
const executablePath =
  process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1 });
await page.goto(app);
await page.getByRole('button', { name: 'Fill in form' }).click();
await page.keyboard.press('Enter');
await page.getByRole('table', { name: 'Sources' }).waitFor();
await page.screenshot({ path: '../.github/screenshot.png' });
await page.goto(`${app}/newssources/work/suggestions`);
await page
  .getByRole('button', { name: /^Accept/ })
  .first()
  .waitFor();
await page.screenshot({ path: '../.github/screenshot-work.png' });
await browser.close();
