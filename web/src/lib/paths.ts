import { generatePath, matchPath } from 'react-router-dom';
import { UUID } from './search-params';

/** The tabs of a source's page. The address of the first tab has no tab segment. */
export const SOURCE_TABS = ['overview', 'checks', 'items', 'settings', 'history'] as const;
export type SourceTab = (typeof SOURCE_TABS)[number];

/**
 * The route patterns of the app. app/routes.tsx assigns a page to each pattern; `paths` builds
 * links from them.
 */
export const ROUTES = {
  signIn: '/',
  sources: '/newssources',
  newSource: '/newssources/new',
  imports: '/newssources/imports',
  import: '/newssources/imports/:id',
  liveLists: '/newssources/live-lists',
  liveList: '/newssources/live-lists/:id',
  changes: '/newssources/changes',
  changeSet: '/newssources/changes/:id',
  tags: '/newssources/tags',
  duplicates: '/newssources/duplicates',
  work: '/newssources/work',
  alerts: '/newssources/alerts',
  newAlertRule: '/newssources/alerts/new',
  alertRule: '/newssources/alerts/:id',
  checks: '/newssources/checks',
  overview: '/newssources/overview',
  suggestions: '/newssources/work/suggestions',
  /** The former address of the suggestions. */
  formerSuggestions: '/newssources/proposals',
  history: '/newssources/history',
  people: '/newssources/people',
  tokens: '/newssources/tokens',
  source: '/newssources/:id/:tab?',
} as const;

/** Stands for the endpoint that gives a source its health in the link to the settings. */
export const WORST_ENDPOINT = 'worst';

export const paths = {
  signIn: ROUTES.signIn,
  sources: ROUTES.sources,
  sourcesOfView: (id: string) => `${ROUTES.sources}?view=${id}`,
  newSource: ROUTES.newSource,
  source: (id: string, tab: SourceTab = 'overview') =>
    generatePath(ROUTES.source, { id, tab: tab === 'overview' ? null : tab }),
  checksOfEndpoint: (id: string, endpoint: string) =>
    `${generatePath(ROUTES.source, { id, tab: 'checks' })}?endpoint=${endpoint}`,
  /** Opens the settings of an endpoint, by default of the one that gives the source its health. */
  endpointSettings: (id: string, endpoint = WORST_ENDPOINT) =>
    `${generatePath(ROUTES.source, { id, tab: null })}?edit=${endpoint}`,
  imports: ROUTES.imports,
  history: ROUTES.history,
  people: ROUTES.people,
  tokens: ROUTES.tokens,
  import: (id: string) => generatePath(ROUTES.import, { id }),
  sourcesByHealth: (state: string) => `${ROUTES.sources}?health=${state}`,
  /** The sources that match a filter. */
  sourcesMatching: (filter: Record<string, (string | boolean)[]>) => {
    const pairs = Object.entries(filter).flatMap(([name, values]) => values.map((value) => [name, String(value)]));
    return `${ROUTES.sources}?${new URLSearchParams([['view', 'all'], ...pairs]).toString()}`;
  },
  /** The sources of which an endpoint is due, the longest-waiting one first. */
  dueSources: `${ROUTES.sources}?due_minutes=0&sort=next_check`,
  /** The sources of a site. */
  sourcesOfSite: (domain: string) => `${ROUTES.sources}?q=${encodeURIComponent(domain)}`,
  /** The changes of a kind since a day. */
  changesSince: (day: string, action = '') => `${ROUTES.history}?from=${day}${action && `&action=${action}`}`,
  liveLists: ROUTES.liveLists,
  liveList: (id: string) => generatePath(ROUTES.liveList, { id }),
  sourcesOfImport: (id: string) => `${ROUTES.sources}?import=${id}`,
  changes: ROUTES.changes,
  changeSet: (id: string) => generatePath(ROUTES.changeSet, { id }),
  tags: ROUTES.tags,
  duplicates: ROUTES.duplicates,
  /** Compares two sources, of which the first would be merged into the second. */
  merge: (from: string, into = '') => `${ROUTES.duplicates}?from=${from}${into && `&into=${into}`}`,
  sourcesWithTag: (tag: string) => `${ROUTES.sources}?tag=${encodeURIComponent(tag)}`,
  work: ROUTES.work,
  alerts: ROUTES.alerts,
  newAlertRule: ROUTES.newAlertRule,
  alertRule: (id: string) => generatePath(ROUTES.alertRule, { id }),
  checks: ROUTES.checks,
  overview: ROUTES.overview,
  suggestions: ROUTES.suggestions,
  suggestionsOfImport: (id: string) => `${ROUTES.suggestions}?import=${id}`,
};

/**
 * Returns the path of the toolbar's area that a page belongs to, or undefined if it belongs to
 * none.
 */
export function areaOf(pathname: string): string | undefined {
  if (matchPath(`${ROUTES.imports}/*`, pathname) || matchPath(`${ROUTES.liveLists}/*`, pathname)) return ROUTES.imports;
  if (matchPath(`${ROUTES.changes}/*`, pathname)) return ROUTES.changes;
  if (matchPath(`${ROUTES.work}/*`, pathname) || matchPath(ROUTES.duplicates, pathname)) return ROUTES.work;
  if (matchPath(`${ROUTES.alerts}/*`, pathname)) return ROUTES.alerts;
  if (matchPath(ROUTES.people, pathname)) return ROUTES.people;
  if (matchPath(ROUTES.overview, pathname)) return ROUTES.overview;
  if (matchPath(ROUTES.checks, pathname)) return ROUTES.checks;
  if (matchPath(ROUTES.history, pathname)) return ROUTES.history;
  // API tokens are reached from the user menu.
  if (matchPath(ROUTES.tokens, pathname)) return undefined;
  return isAreaPath(pathname) ? ROUTES.sources : undefined;
}

/**
 * Reports whether a path is a page of the news-sources area. The app redirects all other paths to
 * the root.
 */
export function isAreaPath(pathname: string): boolean {
  return Object.values(ROUTES).some((pattern) => {
    const match = pattern === ROUTES.signIn ? null : matchPath(pattern, pathname);
    if (!match) return false;
    const { id, tab } = match.params as { id?: string; tab?: string };
    return (id === undefined || UUID.test(id)) && (tab === undefined || SOURCE_TABS.includes(tab as SourceTab));
  });
}
