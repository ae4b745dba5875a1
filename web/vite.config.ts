import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { resolveMediaQuery } from './src/lib/breakpoints.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Smaller files fit into one network packet, so compressing them saves nothing. */
const MIN_COMPRESSED_BYTES = 1024;

/**
 * Writes compressed copies of hashed assets for nginx: assets/NAME.gz and br/assets/NAME, which
 * keeps the extension and so its media type. index.html and config.json have no copies, because
 * they must never be stale.
 */
function precompress(): Plugin {
  return {
    name: 'precompress-assets',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const assets = join(dir, 'assets');
      const brotli = join(dir, 'br', 'assets');
      await mkdir(brotli, { recursive: true });
      for (const name of await readdir(assets)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const body = await readFile(join(assets, name));
        if (body.length < MIN_COMPRESSED_BYTES) continue;
        await writeFile(join(assets, `${name}.gz`), await toGzip(body, { level: 9 }));
        await writeFile(
          join(brotli, name),
          await toBrotli(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
        );
      }
    },
  };
}

/**
 * Adds the stylesheet of each Mantine component that is used. A component's module with its class
 * names is imported after the components that it builds on, so the stylesheets have the right
 * order.
 */
function mantineStyles(): Plugin {
  const styles = join(import.meta.dirname, 'node_modules/@mantine/core/styles');
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    transform(code, id) {
      const name = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
      if (!name || !existsSync(join(styles, `${name}.layer.css`))) return undefined;
      // Mantine marks its modules as free of side effects, which would drop the import.
      return { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, moduleSideEffects: true, map: null };
    },
  };
}

/** PostCSS plugin: resolves the named breakpoints in `@media` rules. */
const customMedia = {
  postcssPlugin: 'custom-media',
  AtRule: {
    media(rule: { params: string }) {
      rule.params = resolveMediaQuery(rule.params);
    },
  },
};

/** The modules that only forms and change sets need. The list loads them with the first one. */
const FORM_MODULES = /react-hook-form|[/]components[/](change-set|form)[/]/;

/** The page that opens first. */
const FIRST_PAGE = '/src/features/sources/SourcesPage.tsx';

/** Returns a function that reports whether the first page imports a module, directly or not. */
function importedByFirstPage() {
  const found = new Set<string>();
  return (id: string, graph: { getModuleInfo(id: string): { importedIds: string[] } | null }) => {
    const open = found.size === 0 ? [join(import.meta.dirname, FIRST_PAGE)] : [];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
    }
    return found.has(id);
  };
}
const isOfFirstPage = importedByFirstPage();

export default defineConfig({
  plugins: [react(), mantineStyles(), precompress()],
  resolve: { alias: { '@': join(import.meta.dirname, 'src') } },
  css: { postcss: { plugins: [customMedia] } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 5173),
    strictPort: true,
  },
  build: {
    // The oldest versions that support AbortSignal.any, :has() and CSS nesting.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsDir: 'assets',
    // Nothing is inlined, because the CSP allows no data: URLs for scripts, styles or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script lists the files of all areas. With names in addition to the hashes, it
        // is 1 kB larger.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          // Libraries get their own chunks, which stay cached when only the app changes. Lazy
          // routes split the app's code. Two chunks have the modules that several pages share and
          // that are not in the first script: one those of the first page, the other those of at
          // least six pages. Otherwise, the list of sources would load 120 files, not 27. Modules
          // that the sign-in page needs have a separate chunk, so that the page does not load the
          // others.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
            { name: 'firebase', test: /node_modules\/(@firebase|firebase|idb)\// },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
            { name: 'start', tags: ['$initial'] },
            { name: 'text-field', test: /\/components\/(TextInput\/|Alert\/|Note\.tsx)/ },
            {
              debugName: 'first',
              name: (id: string, graph) => (isOfFirstPage(id, graph) ? 'first' : null),
              minShareCount: 2,
            },
            { name: 'shared', minShareCount: 6, test: (id: string) => !FORM_MODULES.test(id) },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // The files of a worker share the modules and the DOM: loading React, Mantine and jsdom for
    // each file took half of the time. No test replaces a module, and src/test/setup.ts resets the
    // rest.
    isolate: false,
    // The default is one less than the number of cores, which leaves the second core of the
    // reference machine idle.
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    // A long form test takes 1 s on an idle machine and 10 s on two busy cores.
    testTimeout: 30_000,
  },
});
