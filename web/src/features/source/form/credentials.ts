import { extractCredentials } from '@/lib/credentials';
import type { SourceValues } from './values';

/** Returns form values without credentials, for the browser's storage. */
export function removeCredentials(values: SourceValues): SourceValues {
  const withoutCredentials = (text: string) => extractCredentials(text).address;
  return {
    ...values,
    homepage_url: withoutCredentials(values.homepage_url),
    endpoints: values.endpoints.map((row) => ({ ...row, url: withoutCredentials(row.url) })),
  };
}
