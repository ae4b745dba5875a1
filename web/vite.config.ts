import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const compress = promisify(gzip);

/** Below this many bytes a .gz saves nothing that a packet would notice. */
const MIN_GZIP_BYTES = 1024;

/** Writes assets/*.gz for nginx's gzip_static. Only hashed assets: index.html and config.json must never be stale. */
function precompress(): Plugin {
  return {
    name: 'precompress-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      const assets = join(dir ?? 'dist', 'assets');
      for (const name of await readdir(assets)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const body = await readFile(join(assets, name));
        if (body.length < MIN_GZIP_BYTES) continue;
        await writeFile(join(assets, `${name}.gz`), await compress(body, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), precompress()],
  resolve: { alias: { '@': join(import.meta.dirname, 'src') } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 5173),
    strictPort: true,
  },
  build: {
    // The oldest with AbortSignal.any, :has() and CSS nesting: an internal tool on browsers that are kept up to date.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsDir: 'assets',
    // Everything is a file of its own, so that the CSP needs no data: for scripts, styles or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes at different speeds is cached apart; areas split by themselves because their routes are lazy.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
            { name: 'firebase', test: /node_modules\/(@firebase|firebase|idb)\// },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // A journey through a form takes a second on an idle machine, and ten on two busy cores.
    testTimeout: 30_000,
  },
});
