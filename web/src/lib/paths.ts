/** The tabs of a source's page; the first one has no segment of its own in the address. */
export const SOURCE_TABS = ['overview', 'settings', 'history'] as const;
export type SourceTab = (typeof SOURCE_TABS)[number];

/** Every address of the app is made here, so that the route table and the links cannot disagree. */
export const paths = {
  signIn: '/',
  sources: '/newssources',
  newSource: '/newssources/new',
  source: (id: string, tab: SourceTab = 'overview') =>
    tab === 'overview' ? `/newssources/${id}` : `/newssources/${id}/${tab}`,
  imports: '/newssources/imports',
  import: (id: string) => `/newssources/imports/${id}`,
};

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const AREA_PATH = new RegExp(
  `^/newssources(?:/new|/imports(?:/${UUID})?|/${UUID}(?:/(?:${SOURCE_TABS.join('|')}))?)?/?$`,
  'i',
);

/** Whether the path is one of the news-sources area; anything else is sent to the root. */
export function isAreaPath(pathname: string): boolean {
  return AREA_PATH.test(pathname);
}
