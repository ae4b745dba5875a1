import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Supported executables, in order of preference; see services/devstack/programs.go. The headless
 * shell has no window and needs two thirds of the CPU time. The tests never download a browser.
 */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACOS_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function runnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  const found = [process.env.CHROMIUM ?? '', ...candidates, MACOS_PATH].find((path) => path && runnable(path));
  if (!found)
    throw new Error(
      'Chromium was not found: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path',
    );
  return found;
}

/**
 * Options for the system's Chromium without background requests and without connections to other
 * hosts.
 */
export function browserOptions() {
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-gpu',
    '--disable-quic',
    '--disable-software-rasterizer',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    '--no-first-run',
    '--process-per-site', // so that the pages of a context share the compiled code of the app
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox'); // the sandbox does not support root
  return { browserName: 'chromium' as const, launchOptions: { executablePath: findChromium(), args } };
}
