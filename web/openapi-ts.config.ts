import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../services/newssources/openapi.yaml',
  // No barrel: callers import from sdk.gen or types.gen, so that a feature bundles only what it calls.
  output: { path: 'src/api/gen', entryFile: false },
  plugins: [
    '@hey-api/typescript',
    '@hey-api/sdk',
    // Errors are thrown, so that TanStack Query sees them and `data` is never undefined.
    { name: '@hey-api/client-fetch', throwOnError: true },
  ],
  logs: { file: false },
});
