import { Button } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { SourcePage } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { PLAIN_FILTERS, SOURCE_FILTERS } from '@/entities/source/filters';
import { formatCount } from '@/lib/format-count';
import { selectionText } from './facets';
import classes from './NoMatch.module.css';
import { countArchivedQuery, countWithoutQuery } from './sources.queries';
import { activeFilters, NO_FILTERS, type Narrowing, type SearchChange, type SourcesSearch } from './sources.schema';

/**
 * Shown when no source matches: lists the active filters, each with the number of sources that
 * match without it.
 */
export function NoMatch({ search, onChange }: { search: SourcesSearch; onChange: (change: SearchChange) => void }) {
  const filters = activeFilters(search);
  const counts = useQueries({ queries: filters.map((filter) => countWithoutQuery(search, filter)) });
  const { data: archived } = useQuery(countArchivedQuery(search));
  const suggestions = filters
    .map((filter, at) => ({ filter, page: counts[at]?.data }))
    .sort((a, b) => (b.page?.total ?? 0) - (a.page?.total ?? 0));
  const anyHelps = suggestions.some(({ page }) => page?.total);
  const known = counts.every(({ isPending }) => !isPending);
  const contradiction = contradictionText(search);

  return (
    <EmptyState
      icon="search"
      title="No source matches"
      actions={
        filters.length > 1 && (
          <Button variant={known && !anyHelps ? 'default' : 'subtle'} onClick={() => onChange(NO_FILTERS)}>
            Clear all filters
          </Button>
        )
      }
    >
      {archived && archived.total > 0 && (
        <p className={classes.intro}>
          {archived.total_is_minimum && 'More than '}
          {formatCount(archived.total, 'archived source matches.', 'archived sources match.')}{' '}
          <Button variant="default" size="compact-sm" onClick={() => onChange({ lifecycle: ['archived'] })}>
            {archived.total === 1 ? 'Show archived source' : 'Show archived sources'}
          </Button>
        </p>
      )}
      {contradiction && <p className={classes.intro}>{contradiction}</p>}
      <p className={classes.intro}>{introText(filters.length, known, anyHelps)}</p>
      <ul className={classes.suggestions}>
        {suggestions.map(({ filter, page }) => (
          <li key={filter}>
            <button
              type="button"
              className={classes.suggestion}
              data-helps={page?.total ? true : undefined}
              onClick={() => onChange({ [filter]: NO_FILTERS[filter] })}
            >
              <span className={classes.text}>Remove {filterText(search, filter)}</span>{' '}
              <span className={classes.count}>{page ? countLabel(page) : ' '}</span>
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

/** Pairs of filters whose first date must not be later than the second. */
const RANGES = [
  ['created_from', 'created_to'],
  ['updated_from', 'updated_to'],
  ['created_from', 'updated_to'],
] as const;

/** Returns why no source can match the filters together, or an empty text. */
function contradictionText(search: SourcesSearch): string {
  const isContradiction = (values: string[], excluded: string[]) =>
    values.length > 0 && values.every((value) => excluded.includes(value));
  const entry = PLAIN_FILTERS.find(({ name, opposite }) => opposite && isContradiction(search[name], search[opposite]));
  if (entry) {
    return `No source can match: the list is filtered by “${filterText(search, entry.name)}” and also excludes it.`;
  }
  const range = RANGES.find(
    ([from, to]) => search[from].length > 0 && search[to].length > 0 && search[from] > search[to],
  );
  if (!range) return '';
  const [from, to] = range.map((name) => `“${filterText(search, name)}”`);
  return `No source can match: ${from} is later than ${to}.`;
}

function introText(filters: number, known: boolean, anyHelps: boolean): string {
  if (known && !anyHelps && filters > 1) return 'Remove more than one filter to see sources.';
  return filters > 1 ? 'Remove one of these filters to see sources.' : 'Remove this filter to see sources.';
}

function filterText(search: SourcesSearch, filter: Narrowing): string {
  const entry = SOURCE_FILTERS.find(({ name }) => name === filter);
  if (!entry) return `the search “${search.q}”`;
  return `${entry.label}: ${selectionText(entry, search[entry.name])}`;
}

function countLabel({ total, total_is_minimum }: SourcePage): string {
  if (total === 0) return 'no sources';
  return (total_is_minimum ? 'more than ' : '') + formatCount(total, 'source');
}
