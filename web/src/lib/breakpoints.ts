/**
 * The widths at which layouts change. CSS uses the names as custom media queries, such as
 * `@media (--phone)`. The build replaces them with these conditions.
 */
const BREAKPOINTS = {
  '--small-phone': '(max-width: 480px)',
  '--phone': '(max-width: 640px)',
  '--tablet': '(max-width: 768px)',
  '--one-column': '(max-width: 992px)',
  '--two-columns': '(min-width: 993px)',
  /** The saved views are in a menu instead of beside the list of sources. */
  '--narrow-list': '(max-width: 1199px)',
  /** The saved views are beside the list and leave no room for all columns. */
  '--beside-views': '(min-width: 1200px) and (max-width: 1319px)',
  /** Tables show each row as a card. A side panel is at the bottom of the window. */
  '--card-table': '(max-width: 1129px)',
  /** A side panel beside the list leaves no room for all columns. */
  '--beside-panel': '(min-width: 1130px) and (max-width: 1699px)',
  /** The links of the toolbar are closer together. */
  '--laptop': '(max-width: 1280px)',
};

/**
 * Replaces the names of BREAKPOINTS in a media query. Throws an error for an unknown name.
 */
export function resolveMediaQuery(query: string): string {
  return query.replace(/\((--[\w-]+)\)/g, (_, name: string) => {
    if (!(name in BREAKPOINTS)) throw new Error(`unknown breakpoint ${name}; see src/lib/breakpoints.ts`);
    return BREAKPOINTS[name as keyof typeof BREAKPOINTS];
  });
}
