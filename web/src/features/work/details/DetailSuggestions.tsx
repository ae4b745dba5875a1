import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isFirstLoad } from '@/api/first-load';
import type { SuggestionField } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { CountTabs } from '@/components/CountTabs';
import { ErrorState } from '@/components/ErrorState';
import { Icon } from '@/components/Icon';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { SUGGESTION_KIND } from '@/entities/suggestion/describe-suggestion';
import { SUGGESTION_FIELD } from '@/entities/suggestion/labels';
import { isVisiting, suggestedFieldsQuery, suggestionSummaryQuery } from '@/entities/suggestion/suggestion.queries';
import { formatCount, formatNumber } from '@/lib/format-count';
import groupClasses from '../WorkPage.module.css';
import { totalOf } from './counts';
import { DecideAll } from './DecideAll';
import { DetailList } from './DetailList';
import classes from './details.module.css';
import { detailsParams, parseDetailsSearch, type DetailsSearch } from './details.schema';
import { VisitsNote } from './VisitsNote';

const ALL = 'all';
const FIELDS = Object.keys(SUGGESTION_FIELD) as SuggestionField[];

interface Props {
  /** Is called when the suggestions are loaded or could not be loaded. */
  onLoaded: () => void;
}

/** Suggested values for empty and derived fields of sources, found on their homepages. */
export function DetailSuggestions({ onLoaded }: Props) {
  const [params, setParams] = useSearchParams();
  const search = parseDetailsSearch(params);
  const change = (next: DetailsSearch, replace = false) => setParams(detailsParams(next), { replace, flushSync: true });
  const { field, importId } = search;
  const canWrite = useCanWrite();
  const query = useQuery(suggestionSummaryQuery(importId ?? undefined));
  const summary = query.data;
  const filter = { field: field ?? undefined, import_id: importId ?? undefined };
  const list = useQuery(suggestedFieldsQuery(filter, search.cursor));
  const decisions = useDecideSuggestions();
  // The parts appear together: visits that appeared later would move the list.
  const isLoading = isFirstLoad(query) || isFirstLoad(list);
  const report = useEffectEvent(onLoaded);
  useEffect(() => {
    if (!isLoading) report();
  }, [isLoading]);
  if (isLoading) return <SkeletonRows />;
  if (!summary && query.failureReason) {
    return (
      <ErrorState
        title="The suggested details could not be loaded"
        error={query.failureReason}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const countOf = (tab: SuggestionField | null) => (summary ? (tab ? summary.fields[tab] : totalOf(summary)) : 0);
  const count = countOf(field);
  return (
    <section className={`card ${groupClasses.group}`} aria-labelledby="suggested-details">
      <div className={classes.head}>
        <h2 className={groupClasses.title} id="suggested-details">
          {SUGGESTION_KIND.field.title}
        </h2>
        <span className={`dimmed ${groupClasses.count}`}>{summary ? formatNumber(countOf(null)) : ''}</span>
        {summary && summary.sources > 0 && (
          <span className={classes.dim}>of {sourcesText(summary.sources, summary.capped)}</span>
        )}
        {canWrite && summary && count > 0 && (
          <span className={classes.decideAll}>
            <DecideAll
              key={field ?? ALL}
              filter={filter}
              newestId={summary.newest_id}
              count={count}
              capped={summary.capped}
              onDecide={() => decisions.addDecided(list.data?.items ?? [])}
              onFailures={decisions.addFailures}
            />
          </span>
        )}
      </div>
      <StaleNote query={query} />
      {importId && (
        <p className={classes.line}>
          <span>Only suggestions for sources of one import.</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="close" size={14} />}
            onClick={() => change({ ...search, importId: null, cursor: null })}
          >
            Show all sources
          </Button>
        </p>
      )}
      {summary && <VisitsNote visits={summary.visits} importId={importId} />}
      <FailureNotes decisions={decisions} />
      <CountTabs<SuggestionField | typeof ALL>
        value={field ?? ALL}
        onChange={(tab) => change({ ...search, field: tab === ALL ? null : tab, cursor: null })}
        tabs={[null, ...FIELDS].map((tab) => [
          tab ?? ALL,
          tab ? SUGGESTION_FIELD[tab] : 'All',
          summary && countOf(tab),
        ])}
      >
        <div className={classes.list}>
          <DetailList
            search={search}
            visiting={isVisiting(summary)}
            decisions={decisions}
            onPageChange={(cursor, replace) => change({ ...search, cursor }, replace)}
          />
        </div>
      </CountTabs>
    </section>
  );
}

function sourcesText(count: number, capped: boolean): string {
  return `${capped && count >= 10_000 ? 'more than ' : ''}${formatCount(count, 'source')}`;
}
