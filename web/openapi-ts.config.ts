import { readFileSync } from 'node:fs';
import { defineConfig } from '@hey-api/openapi-ts';
import { parse } from 'yaml';

const CONTRACT = '../services/newssources/openapi.yaml';

export default defineConfig({
  // Parsed here, because the generator's own parser has no merge keys (<<), which the contract uses
  // for shared properties.
  input: parse(readFileSync(CONTRACT, 'utf8'), { merge: true }),
  // No barrel file: callers import from sdk.gen or types.gen, so that a feature bundles only what
  // it uses.
  output: { path: 'src/api/gen', entryFile: false },
  plugins: [
    '@hey-api/typescript',
    '@hey-api/sdk',
    // Errors are thrown for TanStack Query, and `data` is never undefined.
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
  logs: { file: false },
});
