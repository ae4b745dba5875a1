import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { SourcePage } from '@/api/gen/types.gen';
import { useCanPropose, useCanWrite } from '@/auth/member';
import { ErrorState } from '@/components/ErrorState';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { useScrollToTop } from '@/components/use-scroll-to-top';
import { useStickyAbove } from '@/components/use-sticky-above';
import { summaryQuery } from '@/entities/source/list.queries';
import { paths } from '@/lib/paths';
import { useBulkPanel } from './bulk/use-bulk-panel';
import { CheckListButton } from './CheckListButton';
import { EmptyRegister } from './EmptyRegister';
import { ExportButton } from './ExportButton';
import { FilterBar } from './FilterBar';
import { IgnoredParams } from './IgnoredParams';
import { MissingView } from './MissingView';
import { NoMatch } from './NoMatch';
import { countText } from './page-text';
import { SelectionContext, useSelection } from './selection';
import { SelectionBar } from './SelectionBar';
import { SimilarSources } from './SimilarSources';
import { filterOf } from './sources.queries';
import { activeFilters, differences, type SourcesSearch } from './sources.schema';
import classes from './SourcesPage.module.css';
import { SourcesPager } from './SourcesPager';
import { SourcesTable } from './SourcesTable';
import { SuggestionHint } from './SuggestionHint';
import { useLeftOutColumns } from './use-left-out-columns';
import { useListContext } from './use-list-context';
import { useSourcesPage } from './use-sources-page';
import { useSourcesSearch, type ChangeSearch, type OpenView } from './use-sources-search';
import { ViewActions } from './ViewActions';
import { ViewLinks } from './ViewLinks';
import { ViewMenu } from './ViewMenu';
import viewClasses from './views.module.css';

export function Component() {
  const [search, change, open] = useSourcesSearch();
  if (!open.isPending && !open.missingId) return <ListPage search={search} change={change} open={open} />;
  return (
    <>
      <PageHeader title="Sources" />
      {open.missingId ? <MissingView id={open.missingId} /> : <SkeletonRows rows={20} />}
    </>
  );
}

interface ListProps {
  search: SourcesSearch;
  change: ChangeSearch;
  open: OpenView;
}

function ListPage({ search, change, open }: ListProps) {
  const { query, page, currentPage, busy, problem } = useSourcesPage(search, change);
  const { data: summary } = useQuery(summaryQuery());
  const region = useRef<HTMLDivElement>(null);
  const filterBar = useStickyAbove(region);
  useListContext(region, search, currentPage);
  const filter = filterOf(search);
  const selection = useSelection(currentPage?.items, JSON.stringify(filter));
  const bulk = useBulkPanel(selection, filter, page, region);
  const leftOut = useLeftOutColumns(bulk.isOpen);
  useScrollToTop(region, currentPage !== undefined, search.cursor);

  /** Changes the search and focuses the list, because the clicked button disappears. */
  function changeAndFocusList(...args: Parameters<ChangeSearch>) {
    change(...args);
    region.current?.focus({ preventScroll: true });
  }

  const filtered = activeFilters(search).length > 0;
  const empty = currentPage?.total === 0 && !filtered;
  const count = page && countText(page, summary, search);
  const isUnchanged = differences(search, open.saved).length === 0;
  const views = { open: open.view, page: isUnchanged ? currentPage : undefined };

  function body() {
    if (problem) {
      return <ErrorState error={problem} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
    }
    if (empty) {
      return (
        <EmptyRegister
          archived={summary?.lifecycle.archived ?? 0}
          onShowArchived={() => changeAndFocusList({ lifecycle: ['archived'] })}
        />
      );
    }
    const similar = <SimilarSources rows={currentPage?.similar} search={search} />;
    if (currentPage?.total === 0) {
      return (
        <>
          {similar}
          <NoMatch search={search} onChange={changeAndFocusList} />
        </>
      );
    }
    // After an empty result, placeholders are shown while the new rows load.
    const rows = page?.total ? page.items : undefined;
    return (
      <>
        <StaleNote query={query} />
        {page && (
          <SelectionBar
            selection={selection}
            target={bulk.target}
            page={page}
            sort={search.sort}
            onChange={bulk.open}
          />
        )}
        <SelectionContext value={selection}>
          <SourcesTable search={search} onChange={change} rows={rows} busy={busy} leftOut={leftOut} />
        </SelectionContext>
        {rows && page && <SourcesPager page={page} search={search} busy={busy} onChange={change} />}
        {similar}
      </>
    );
  }

  return (
    <>
      <PageHeader
        title="Sources"
        detail={
          empty ? null : (
            <span className={classes.counts}>
              {count} <SuggestionHint />
            </span>
          )
        }
        actions={empty ? null : <Actions search={search} page={currentPage} />}
      />
      <div className={empty ? undefined : viewClasses.page} data-with-panel={bulk.isOpen || undefined}>
        {!empty && (
          <nav className={viewClasses.side} aria-label="Views">
            <ViewLinks open={views.open?.id} page={views.page} />
          </nav>
        )}
        <div>
          {!empty && (
            <FilterBar
              ref={filterBar}
              search={search}
              onChange={change}
              viewMenu={<ViewMenu {...views} />}
              viewActions={<ViewActions key={open.view?.id} search={search} open={open} />}
            />
          )}
          <VisuallyHidden role="status">{currentPage && !empty && `${count} sources`}</VisuallyHidden>
          {/* A separate element for the empty register, shown instead of the filters. */}
          <div key={`${empty}`} ref={region} tabIndex={-1} className={classes.region}>
            <IgnoredParams onRemove={() => changeAndFocusList({}, { replace: true })} />
            {body()}
          </div>
        </div>
        {bulk.panel}
      </div>
    </>
  );
}

function Actions({ search, page }: { search: SourcesSearch; page: SourcePage | undefined }) {
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  return (
    <>
      <ExportButton search={search} page={page} />
      {canWrite && (
        <>
          <CheckListButton search={search} page={page} />
          <Button
            component={Link}
            to={paths.imports}
            className={classes.import}
            variant="default"
            leftSection={<Icon name="upload" />}
          >
            Import
          </Button>
        </>
      )}
      {canPropose && (
        <Button component={Link} to={paths.newSource} leftSection={<Icon name="plus" />}>
          Add source
        </Button>
      )}
    </>
  );
}
