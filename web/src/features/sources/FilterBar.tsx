import { Button, NativeSelect } from '@mantine/core';
import { useRef, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { useCanWrite } from '@/auth/member';
import { PLAIN_FILTERS, SOURCE_FILTERS } from '@/entities/source/filters';
import { paths } from '@/lib/paths';
import { ColumnChooser } from './ColumnChooser';
import { FacetFilter } from './FacetFilter';
import classes from './FilterBar.module.css';
import { MoreFilters } from './MoreFilters';
import { SearchField } from './SearchField';
import { activeFilters, NO_FILTERS, toParams, type SORTS, type SourcesSearch } from './sources.schema';
import { usePrepareSearch } from './use-prepare-search';
import type { ChangeSearch } from './use-sources-search';

const MAIN = PLAIN_FILTERS.filter(({ isMain }) => isMain);
/** The filters of the list that alert rules do not have. */
const LIST_ONLY = SOURCE_FILTERS.filter(({ isListOnly }) => isListOnly);

const SORT_LABELS: Record<(typeof SORTS)[number], string> = {
  relevance: 'Best match',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  domain: 'Domain, A to Z',
  '-domain': 'Domain, Z to A',
  lifecycle: 'State, A to Z',
  '-lifecycle': 'State, Z to A',
  country: 'Country code, A to Z',
  '-country': 'Country code, Z to A',
  languages: 'Language code, A to Z',
  '-languages': 'Language code, Z to A',
  tags: 'Tags, fewest first',
  '-tags': 'Tags, most first',
  endpoints: 'Endpoints, fewest first',
  '-endpoints': 'Endpoints, most first',
  '-updated': 'Updated, newest first',
  updated: 'Updated, oldest first',
  '-created': 'Created, newest first',
  created: 'Created, oldest first',
  '-health': 'Health, worst first',
  health: 'Health, best first',
  '-activity': 'Items per day, most first',
  activity: 'Items per day, fewest first',
  '-last_new_item': 'Last new item, newest first',
  last_new_item: 'Last new item, oldest first',
  next_check: 'Next check, soonest first',
  '-next_check': 'Next check, latest first',
};

interface Props {
  search: SourcesSearch;
  onChange: ChangeSearch;
  /** The menu of views, and the buttons for the open one. */
  viewMenu: ReactNode;
  viewActions: ReactNode;
  /** The sticky element. */
  ref: Ref<HTMLDivElement>;
}

export function FilterBar({ search, onChange, viewMenu, viewActions, ref }: Props) {
  const facets = useRef<HTMLDivElement>(null);
  const canWrite = useCanWrite();
  const prepare = usePrepareSearch(search);
  return (
    <div ref={ref} role="search" className={classes.bar} aria-label="Sources">
      {viewMenu}
      <SearchField value={search.q} onChange={(q, options) => onChange({ q }, options)} prepare={prepare} />
      <NativeSelect
        className={classes.sort}
        aria-label="Sort by"
        data={Object.entries(SORT_LABELS)
          .filter(([value]) => value !== 'relevance' || search.q)
          .map(([value, label]) => ({ value, label }))}
        value={search.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as (typeof SORTS)[number] })}
      />
      <ColumnChooser
        hidden={search.hide}
        onChange={(hide) => onChange({ hide }, { replace: true })}
        onResetWidths={
          Object.keys(search.widths).length > 0 ? () => onChange({ widths: {} }, { replace: true }) : undefined
        }
      />
      <div ref={facets} tabIndex={-1} className={classes.facets}>
        {MAIN.map((filter) => (
          <FacetFilter key={filter.name} filter={filter} search={search} onChange={onChange} />
        ))}
        <MoreFilters search={search} onChange={onChange} />
        {activeFilters(search).length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              onChange(NO_FILTERS);
              facets.current?.focus(); // the button disappears
            }}
          >
            Clear filters
          </Button>
        )}
        {viewActions}
        {/* A rule without these filters would watch more sources than the list shows. */}
        {activeFilters(search).length > 0 && canWrite && LIST_ONLY.every(({ name }) => search[name].length === 0) && (
          <Button
            component={Link}
            to={`${paths.newAlertRule}?${toParams({ ...search, view: '' })}`}
            variant="subtle"
            size="compact-sm"
          >
            Create alert rule
          </Button>
        )}
      </div>
    </div>
  );
}
