import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isFirstLoad } from '@/api/first-load';
import type { ProposalField } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ErrorState } from '@/components/ErrorState';
import { Icon } from '@/components/Icon';
import { isVisiting, proposalsQuery, proposalSummaryQuery } from '@/components/proposal/proposal.queries';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { formatCount, formatNumber } from '@/lib/format-count';
import { PROPOSAL_FIELD } from '@/lib/labels';
import { totalOf } from './counts';
import { DecideAll } from './DecideAll';
import { FailureNote } from './FailureNote';
import { ProposalList } from './ProposalList';
import { parseProposalsSearch, proposalsParams, type ProposalsSearch } from './proposals.schema';
import groupClasses from '../WorkPage.module.css';
import classes from './details.module.css';
import { useDecisions } from './use-decisions';
import { VisitsNote } from './VisitsNote';

const ALL = 'all';
const FIELDS = Object.keys(PROPOSAL_FIELD) as ProposalField[];

interface Props {
  /** Is called when the suggestions are loaded or could not be loaded. */
  onLoaded: () => void;
}

/** Suggested values for empty and derived fields of sources, found on their homepages. */
export function DetailSuggestions({ onLoaded }: Props) {
  const [params, setParams] = useSearchParams();
  const search = parseProposalsSearch(params);
  const change = (next: ProposalsSearch, replace = false) =>
    setParams(proposalsParams(next), { replace, flushSync: true });
  const { field, importId } = search;
  const canWrite = useCanWrite();
  const query = useQuery(proposalSummaryQuery(importId ?? undefined));
  const summary = query.data;
  const filter = { field: field ?? undefined, import_id: importId ?? undefined };
  const list = useQuery(proposalsQuery(filter, search.cursor));
  const decisions = useDecisions();
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
  const countOf = (tab: ProposalField | null) => (summary ? (tab ? summary.fields[tab] : totalOf(summary)) : 0);
  const count = countOf(field);
  return (
    <section className={groupClasses.group} aria-labelledby="suggested-details">
      <div className={classes.head}>
        <h2 className={groupClasses.title} id="suggested-details">
          Details of sources
        </h2>
        <span className={groupClasses.count}>{summary ? formatNumber(countOf(null)) : ''}</span>
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
      <FailureNote failures={decisions.failures} onClose={decisions.clearFailures} />
      <Tabs
        value={field ?? ALL}
        onChange={(tab) => change({ ...search, field: tab === ALL ? null : (tab as ProposalField), cursor: null })}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs}>
          {[null, ...FIELDS].map((tab) => (
            <Tabs.Tab key={tab ?? ALL} value={tab ?? ALL} className={classes.tab}>
              {tab ? PROPOSAL_FIELD[tab] : 'All'}{' '}
              <span className={classes.count}>{summary ? formatNumber(countOf(tab)) : ''}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={field ?? ALL} className={classes.panel}>
          <ProposalList
            search={search}
            visiting={isVisiting(summary)}
            decisions={decisions}
            onPageChange={(cursor, replace) => change({ ...search, cursor }, replace)}
          />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function sourcesText(count: number, capped: boolean): string {
  return `${capped && count >= 10_000 ? 'more than ' : ''}${formatCount(count, 'source')}`;
}
