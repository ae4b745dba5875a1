import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { EmptyState } from '@/components/EmptyState';
import { chosenText, FACET_WORDS } from './facets';
import classes from './NoMatch.module.css';
import { countWithoutQuery } from './sources.queries';
import { activeFilters, NO_FILTERS, type Filter, type SearchChange, type SourcesSearch } from './sources.schema';

/** Nothing matches: which filter to drop, and what that would bring. */
export function NoMatch({ search, onChange }: { search: SourcesSearch; onChange: (change: SearchChange) => void }) {
  const filters = activeFilters(search);
  const counts = useQueries({ queries: filters.map((filter) => countWithoutQuery(search, filter)) });
  const ways = filters
    .map((filter, at) => ({ filter, count: counts[at]?.data }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  const helps = ways.some(({ count }) => count);
  const known = counts.every(({ isPending }) => !isPending);

  return (
    <EmptyState
      icon="search"
      title="No source matches"
      actions={
        filters.length > 1 && (
          <Button variant={known && !helps ? 'default' : 'subtle'} onClick={() => onChange(NO_FILTERS)}>
            Clear all filters
          </Button>
        )
      }
    >
      <p className={classes.lead}>{leadOf(filters.length, known, helps)}</p>
      <ul className={classes.ways}>
        {ways.map(({ filter, count }) => (
          <li key={filter}>
            <button
              type="button"
              className={classes.way}
              data-helps={count ? true : undefined}
              onClick={() => onChange({ [filter]: NO_FILTERS[filter] })}
            >
              <span className={classes.words}>Drop {filterText(search, filter)}</span>{' '}
              <span className={classes.count}>{count === undefined ? ' ' : gain(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

function leadOf(filters: number, known: boolean, helps: boolean): string {
  if (known && !helps && filters > 1) return 'Dropping one filter is not enough; more than one of them holds all back.';
  return filters > 1 ? 'One of these filters holds everything back.' : 'This filter holds everything back.';
}

function filterText(search: SourcesSearch, filter: Filter): string {
  if (filter === 'q') return `the search “${search.q}”`;
  return `${FACET_WORDS[filter].name}: ${chosenText(filter, search[filter])}`;
}

function gain(count: number): string {
  return count === 0 ? 'still none' : count === 1 ? '1 source' : `${count.toLocaleString('en')} sources`;
}
