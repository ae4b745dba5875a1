import type { EndpointCreate, SourceCreate } from '@/api/gen/types.gen';
import { credentialsFor } from '@/lib/credentials';
import { buildEndpointCreate, buildSourceCreate } from '../form/patch';
import type { SourceValues } from '../form/values';
import { endpointRowsOf, type Entry, proposedLogo, selectedRows } from './entry';

const DATA_URL_PREFIX = /^data:[^,]*,/;

/**
 * Returns the request that creates a source from an entry. `values` are the validated values of its
 * form. A proposal has no logo; a visit of the homepage finds it later.
 */
export function createSourceRequest(
  entry: Entry,
  values: SourceValues,
  lifecycle: 'draft' | 'active',
  withLogo = true,
): SourceCreate {
  const body = buildSourceCreate({ ...values, endpoints: [...selectedRows(entry), ...values.endpoints] }, lifecycle);
  const logo = withLogo && proposedLogo(entry)?.image.replace(DATA_URL_PREFIX, '');
  return {
    ...body,
    ...(logo && { logo }),
    ...(body.endpoints && { endpoints: body.endpoints.map((endpoint) => addCredentials(entry, endpoint)) }),
  };
}

/** Returns the requests that add the endpoints of an entry to an existing source. */
export function createEndpointRequests(entry: Entry): EndpointCreate[] {
  return endpointRowsOf(entry).map((row) => addCredentials(entry, buildEndpointCreate(row)));
}

/** Adds the credentials of the entry to endpoints on the server that they were given for. */
function addCredentials(entry: Entry, endpoint: EndpointCreate): EndpointCreate {
  const credentials = credentialsFor(entry, endpoint.url);
  return credentials ? { ...endpoint, credentials } : endpoint;
}
