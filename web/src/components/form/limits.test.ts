import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS } from './limits';

const openapi = readFileSync('../services/newssources/openapi.yaml', 'utf8');

/** Returns the YAML text of one schema. */
function schema(name: string): string {
  const found = new RegExp(`^ {4}${name}:.*\\n?(?: {5,}.*\\n|\\n)*`, 'm').exec(openapi);
  if (!found) throw new Error(`openapi.yaml has no schema ${name}`);
  return found[0];
}

test.each([
  ['name', 'SourceCreate', /^ +name: .*maxLength: (\d+)/m],
  ['homepage_url', 'Address', /maxLength: (\d+)/],
  ['pause_reason', 'SourcePatch', /^ +pause_reason: .*maxLength: (\d+)/m],
  ['region', 'SourceCreate', /^ +region: .*maxLength: (\d+)/m],
  ['rights_note', 'SourceCreate', /^ +rights_note: .*maxLength: (\d+)/m],
  ['owner', 'SourceCreate', /^ +owner: .*maxLength: (\d+)/m],
  ['notes', 'SourceCreate', /^ +notes: .*maxLength: (\d+)/m],
  ['section', 'EndpointCreate', /^ +section: .*maxLength: (\d+)/m],
  ['url', 'Address', /maxLength: (\d+)/],
  ['duplicate_reason', 'SourceCreate', /^ +duplicate_reason:(?:.*\n)+? +maxLength: (\d+)/m],
  ['selector', 'Selector', /maxLength: (\d+)/],
  ['username', 'Credentials', /^ +username: .*maxLength: (\d+)/m],
  ['password', 'Credentials', /^ +password: .*maxLength: (\d+)/m],
  ['tag', 'TagName', /maxLength: (\d+)/],
  ['languages', 'SourceCreate', /^ +languages: .*maxItems: (\d+)/m],
  ['tags', 'SourceCreate', /^ +tags: .*maxItems: (\d+)/m],
  ['endpoints', 'SourceCreate', /^ +endpoints: .*maxItems: (\d+)/m],
] as const)('the limit of %s equals that of schema %s', (limit, name, pattern) => {
  expect(LIMITS[limit]).toBe(Number(pattern.exec(schema(name))?.[1]));
});
