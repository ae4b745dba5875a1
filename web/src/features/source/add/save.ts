import type { EndpointCreate, SourceCreate } from '@/api/gen/types.gen';
import { credentialsFor } from '../form/credentials';
import { buildEndpointCreate, buildSourceCreate } from '../form/patch';
import type { SourceValues } from '../form/values';
import { chosenRows, type Entry, logoOf } from './entry';

const DATA_PREFIX = /^data:[^,]*,/;

/** What is sent to make a source of an entry: its values as the form has checked them, its picture, its credentials. */
export function newSource(entry: Entry, values: SourceValues, lifecycle: 'draft' | 'active'): SourceCreate {
  const body = buildSourceCreate(values, lifecycle);
  const logo = logoOf(entry)?.image.replace(DATA_PREFIX, '');
  return {
    ...body,
    ...(logo && { logo }),
    ...(body.endpoints && { endpoints: body.endpoints.map((endpoint) => sealed(entry, endpoint)) }),
  };
}

/** The feeds that are chosen, to be added to a source that is there. */
export function newEndpoints(entry: Entry): EndpointCreate[] {
  return chosenRows(entry.values).map((row) => sealed(entry, buildEndpointCreate(row)));
}

/** User name and password go with what is on the server that they were given for, and with nothing else. */
function sealed(entry: Entry, endpoint: EndpointCreate): EndpointCreate {
  const credentials = credentialsFor(entry, endpoint.url);
  return credentials ? { ...endpoint, credentials } : endpoint;
}
