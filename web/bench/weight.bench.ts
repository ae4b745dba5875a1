import { expect, test, type Browser, type Page } from '@playwright/test';
import { ADMIN, createSessionCache, EDITOR, SIGNED_OUT, type StorageState } from '../e2e/support/accounts';
import { Api } from '../e2e/support/api';
import { readStack } from '../e2e/support/stack';
import type { Summary } from '../src/api/gen/types.gen';
import { builtBytes, type Figure, median, printTable, writeFigures } from './report';

/** Loads per page (BENCH_ROUNDS); the figure is the median. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** After the page is complete, scripts that it started late still run. */
const SETTLE_MS = 1_000;

const PAGES = [
  { name: 'sign-in', path: '/', heading: 'Sign in', goalKB: 180, signedOut: true },
  { name: 'sources', path: '/newssources', heading: 'Sources', goalKB: 320 },
  { name: 'add', path: '/newssources/new', heading: 'Add a source' },
  { name: 'imports', path: '/newssources/imports', heading: 'Imports' },
];
const LONGEST_TASK_MS = 200;
/**
 * From the start of the navigation, with an empty cache, until the browser has painted the first
 * rows of the list.
 */
const FIRST_ROWS_MS = 1_500;
const PASTED_LINES = 54;
/** The largest sum of the layout shifts of a page while it loads. */
const LAYOUT_SHIFT = 0.005;

interface Load {
  /** Compressed bytes of scripts and stylesheets, as transferred. */
  bytes: number;
  files: string[];
  /**
   * The duration of the longest task of the main thread in ms; 0 when none exceeds 50 ms. Other
   * programs lengthen it.
   */
  longestTask: number;
  /** The sum of the layout shifts. */
  layoutShift: number;
}

test('weight and long tasks', async ({ browser }) => {
  const stack = readStack();
  const sessionOf = createSessionCache(browser, stack);
  await importSample(await Api.as(stack, ADMIN));
  const figures: Figure[] = [];
  for (const { name, path, heading, goalKB, signedOut } of PAGES) {
    const state = signedOut ? SIGNED_OUT : await sessionOf(EDITOR);
    const loads: Load[] = [];
    const tasksCPU: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(await load(browser, stack.app, path, heading, state));
      tasksCPU.push(await measureCPU(browser, stack.app, path, heading, state));
    }
    const [{ bytes, files }] = loads as [Load];
    // Chromium accepts Brotli. The test fails if a file is served uncompressed or with gzip.
    const built = await builtBytes(files, 'br');
    expect(Math.abs(bytes - built), `${name}: ${bytes} bytes transferred, ${built} bytes built`).toBeLessThan(2_000);
    figures.push({ row: `${name}: JS and CSS, transferred (Brotli)`, value: bytes / 1000, unit: 'kB', goal: goalKB });
    figures.push({ row: `${name}: JS and CSS, gzip`, value: (await builtBytes(files, 'gzip')) / 1000, unit: 'kB' });
    figures.push({
      row: `${name}: longest task`,
      value: median(loads.map(({ longestTask }) => longestTask)),
      unit: 'ms',
      goal: LONGEST_TASK_MS,
    });
    figures.push({
      row: `${name}: layout shift`,
      value: median(loads.map(({ layoutShift }) => layoutShift)),
      unit: '',
      goal: LAYOUT_SHIFT,
    });
    figures.push({
      row: `${name}: longest task, CPU time`,
      value: median(tasksCPU),
      unit: 'ms',
      goal: LONGEST_TASK_MS,
    });
  }
  const editor = await sessionOf(EDITOR);
  figures.push({
    row: 'sources: first rows painted',
    value: await medianOf(() => measureFirstRows(browser, stack.app, editor)),
    unit: 'ms',
    goal: FIRST_ROWS_MS,
  });
  figures.push({
    row: `add: longest task after pasting ${PASTED_LINES} lines`,
    value: await medianOf(() => measurePaste(browser, stack.app, editor)),
    unit: 'ms',
    goal: LONGEST_TASK_MS,
  });
  printTable(figures);
  await writeFigures('web', figures);
  const missed = figures.filter(({ value, goal }) => goal !== undefined && value > goal);
  expect(missed.map(({ row }) => row)).toEqual([]);
});

/**
 * Opens a page with an empty cache. Calls start before, and the function that it returns when the
 * page is complete.
 */
async function open<T>(
  browser: Browser,
  app: string,
  path: string,
  heading: string,
  state: StorageState,
  start: (page: Page) => Promise<() => Promise<T>>,
): Promise<T> {
  const context = await browser.newContext({ baseURL: app, storageState: state });
  try {
    const page = await context.newPage();
    const finish = await start(page);
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLE_MS);
    return await finish();
  } finally {
    await context.close();
  }
}

/** Measures the transfers and the duration of the longest task of a page. */
function load(browser: Browser, app: string, path: string, heading: string, state: StorageState): Promise<Load> {
  return open(browser, app, path, heading, state, async (page) => {
    await page.addInitScript(observePage);
    const transfers = await recordTransfers(page);
    return async () => {
      return { ...transfers(), ...(await readMeasured(page)) };
    };
  });
}

/**
 * Measures the CPU time, in ms, of the longest task of a page, in a load of its own: a trace slows
 * the page down.
 */
function measureCPU(browser: Browser, app: string, path: string, heading: string, state: StorageState) {
  return open(browser, app, path, heading, state, async (page) => {
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    return async () => longestTaskOf(await browser.stopTracing(), app);
  });
}

/** Fills the list of sources with a full page. */
async function importSample(api: Api) {
  await api.request('POST', '/imports/sample');
  await expect
    .poll(async () => ((await (await api.request('GET', '/summary')).json()) as Summary).lifecycle.active, {
      timeout: 60_000,
    })
    .toBeGreaterThan(50);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time in µs. */
  tdur?: number;
  args?: { name?: string; data?: { url?: string } };
}

/**
 * Returns the CPU time, in ms, of the longest task of the main thread that ran the scripts of the
 * app.
 */
function longestTaskOf(trace: Buffer, app: string): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const renderers = new Set(traceEvents.filter(({ args }) => args?.data?.url?.startsWith(app)).map(({ pid }) => pid));
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args, pid }) => name === 'thread_name' && args?.name === 'CrRendererMain' && renderers.has(pid))
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mainThreads.has(`${pid}:${tid}`),
  );
  expect(tasks.length, 'tasks in the trace').toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

type Measured = Pick<Load, 'longestTask' | 'layoutShift'> & { firstRows: number };

/**
 * Runs in the page: records the longest task, the layout shifts, and when the first rows of a table
 * are painted.
 */
function observePage() {
  const measured: Measured = { longestTask: 0, layoutShift: 0, firstRows: 0 };
  Object.assign(window, { measured });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longestTask = Math.max(measured.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-row-link]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (measured.firstRows = performance.now())));
  }).observe(document, { childList: true, subtree: true });
}

function readMeasured(page: Page): Promise<Measured> {
  return page.evaluate(() => (window as unknown as { measured: Measured }).measured);
}

/**
 * Measures when the first rows of the list are painted, in ms after the start of the navigation.
 */
function measureFirstRows(browser: Browser, app: string, state: StorageState): Promise<number> {
  return open(browser, app, '/newssources', 'Sources', state, async (page) => {
    await page.addInitScript(observePage);
    return async () => {
      const { firstRows } = await readMeasured(page);
      expect(firstRows, 'rows in the list').toBeGreaterThan(0);
      return firstRows;
    };
  });
}

/**
 * Measures the longest task, in ms, while lines pasted into the page for new sources become a list.
 */
function measurePaste(browser: Browser, app: string, state: StorageState): Promise<number> {
  return open(browser, app, '/newssources/new', 'Add a source', state, async (page) => {
    await page.addInitScript(observePage);
    return async () => {
      const lines = Array.from({ length: PASTED_LINES }, (_, at) => `https://paper-${at}.test/`);
      await page.getByRole('textbox', { name: 'Site or feed address' }).evaluate((field, text) => {
        (window as unknown as { measured: Measured }).measured.longestTask = 0;
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, lines.join('\n'));
      await page.getByText(`of ${PASTED_LINES}`).first().waitFor();
      await page.waitForTimeout(SETTLE_MS);
      return (await readMeasured(page)).longestTask;
    };
  });
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) values.push(await measure());
  return median(values);
}

/**
 * Records the transfers of scripts and stylesheets; the sizes are those of the bodies on the wire.
 */
async function recordTransfers(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const paths = new Map<string, string>();
  const received = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script' || type === 'Stylesheet') paths.set(requestId, new URL(response.url).pathname);
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength);
  });
  return () => ({
    files: [...paths.values()],
    bytes: [...paths.keys()].reduce((sum, id) => sum + (received.get(id) ?? 0), 0),
  });
}
