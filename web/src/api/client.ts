import { client } from './gen/client.gen';
import { createFetch, type ApiDeps } from './http';

/** Points the generated client at `{host}/newssources`. Call it before the first request. */
export function configureApi(deps: ApiDeps): void {
  client.setConfig({ baseUrl: deps.host, fetch: createFetch(deps) as typeof fetch });
}
