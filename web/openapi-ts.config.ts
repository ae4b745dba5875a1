import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../services/newssources/openapi.yaml',
  // No barrel file: callers import from sdk.gen or types.gen, so that a feature bundles only what it uses.
  output: { path: 'src/api/gen', entryFile: false },
  plugins: [
    '@hey-api/typescript',
    '@hey-api/sdk',
    // Errors are thrown for TanStack Query, and `data` is never undefined.
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
  logs: { file: false },
});
