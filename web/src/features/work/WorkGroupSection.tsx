import { Checkbox } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listSources } from '@/api/gen/sdk.gen';
import type { HealthState, SourceRow, Suggestion, WorkGroup } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { queryKeys } from '@/api/query-keys';
import { useCanWrite } from '@/auth/member';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { ErrorState } from '@/components/ErrorState';
import { HealthBadge } from '@/components/HealthBadge';
import { Logo } from '@/components/Logo';
import { MoreButton } from '@/components/MoreButton';
import { Since } from '@/components/Since';
import { SkeletonRows } from '@/components/SkeletonRows';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { suggestionsOfSourcesQuery } from '@/components/suggestion/suggestion.queries';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { formatDay } from '@/lib/dates';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { SelectedSources } from './SelectedSources';
import { targetOf, useChangeWork, type Target } from './use-change-work';
import { WorkButtons } from './WorkButtons';
import classes from './WorkPage.module.css';

const PAGE_SIZE = 20;

/** The part of the work list that is shown. */
export interface WorkFilter {
  /** The id of a member, "me", "none", or undefined for all. */
  assignee?: string;
  snoozed: boolean;
}

interface Props {
  group: WorkGroup;
  /** The states of sources that need a person. */
  states: HealthState[];
  filter: WorkFilter;
  initiallyOpen: boolean;
}

/** A cause: what it means, what usually helps, and its sources. */
export function WorkGroupSection({ group, states, filter, initiallyOpen }: Props) {
  const [isOpen, setOpen] = useState(initiallyOpen);
  return (
    <details className={classes.group} open={initiallyOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary>
        <h2 className={classes.title}>{group.title}</h2>
        <span className={classes.count}>{formatNumber(countOf(group, filter))}</span>
      </DisclosureSummary>
      <p className={classes.meaning}>
        {group.meaning} {group.remedy}
      </p>
      {isOpen && <Sources group={group} states={states} filter={filter} />}
    </details>
  );
}

/** Returns the number of sources of a group that are shown. */
export function countOf(group: WorkGroup, { snoozed }: WorkFilter): number {
  return snoozed ? group.snoozed : group.sources;
}

/** The sources of a group, loaded page by page. They are loaded again when their number changes. */
function Sources({ group, states, filter }: Omit<Props, 'initiallyOpen'>) {
  const { cause, title } = group;
  const count = countOf(group, filter);
  const parameters = {
    cause: [cause],
    health: states,
    last_known: true,
    snoozed: filter.snoozed,
    assignee: filter.assignee ? [filter.assignee] : undefined,
  };
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.work, 'sources', parameters, count],
    queryFn: async ({ pageParam, signal }) =>
      (await listSources({ query: { ...parameters, limit: PAGE_SIZE, cursor: pageParam }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const suggestions = useQuery(suggestionsOfSourcesQuery(rows.map(({ id }) => id))).data?.items;
  const work = useChangeWork();
  const canWrite = useCanWrite();
  const [selected, setSelected] = useState<ReadonlyMap<string, Target>>(new Map());
  const region = useRestoreFocus<HTMLDivElement>(rows.map(({ id }) => id).join());
  const error = loadError(query);
  if (error) {
    return (
      <ErrorState
        title="The sources could not be loaded"
        error={error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={Math.min(count, PAGE_SIZE)} />;

  function select(targets: Target[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Map(before);
      for (const target of targets)
        if (isSelected) after.set(target.id, target);
        else after.delete(target.id);
      return after;
    });
  }
  const isSelectable = canWrite && rows.length > 1;
  return (
    <div ref={region}>
      {isSelectable && (
        <SelectedSources
          shown={rows.map(targetOf)}
          selected={selected}
          count={count}
          parameters={parameters}
          isSnoozed={filter.snoozed}
          pending={work.isPending}
          onSelect={select}
          onChange={(action, targets) => {
            work.change(action, targets);
            setSelected(new Map());
          }}
        />
      )}
      <ul className={classes.sources} aria-label={title}>
        {rows.map((source) => (
          <li key={source.id} className={classes.row}>
            <span className={classes.name}>
              {isSelectable && (
                <Checkbox
                  size="xs"
                  aria-label={`Select ${source.name}`}
                  checked={selected.has(source.id)}
                  onChange={(event) => select([targetOf(source)], event.currentTarget.checked)}
                />
              )}
              <SourceName source={source} />
            </span>
            <Health source={source} />
            <WorkButtons
              target={targetOf(source)}
              pending={work.isPendingFor(source.id)}
              onChange={(action) => work.change(action, [targetOf(source)])}
            />
            <SuggestedAction suggestion={suggestions?.find(({ source_id: id }) => id === source.id)} />
          </li>
        ))}
      </ul>
      <MoreButton query={query}>Show more</MoreButton>
    </div>
  );
}

function SourceName({ source }: { source: SourceRow }) {
  return (
    <>
      <Logo source={source} size={20} />
      <span className={classes.names}>
        <Link className={classes.link} to={paths.source(source.id, 'checks')} title={knownHealth(source)?.reason}>
          {source.name}
        </Link>
        <span className={classes.domain}>
          {(source.display_domain ?? source.canonical_domain) + source.path_prefix}
        </span>
      </span>
    </>
  );
}

/** The work list keeps its entries during an incident, so it shows the last known health. */
function knownHealth({ health }: SourceRow) {
  return health?.last_known ?? health;
}

function Health({ source }: { source: SourceRow }) {
  const { work } = source;
  const health = knownHealth(source);
  return (
    <span className={classes.health}>
      {health && <HealthBadge state={health.state} />}
      <span className={classes.since}>
        {work?.snoozed_until
          ? `snoozed until ${formatDay(work.snoozed_until)}`
          : health?.since && <Since at={health.since} />}
      </span>
    </span>
  );
}

/** The suggested action for a source, with its evidence. */
function SuggestedAction({ suggestion }: { suggestion: Suggestion | undefined }) {
  const canWrite = useCanWrite();
  const decisions = useDecideSuggestions();
  if (!suggestion) return null;
  return (
    <div className={classes.suggestion}>
      <SuggestionText suggestion={suggestion} />
      {canWrite && (
        <SuggestionButtons
          suggestion={suggestion}
          pending={decisions.pendingOf(suggestion)}
          onDecide={(decision) => decisions.decide(decision, [suggestion])}
        />
      )}
      <FailureNotes failures={decisions.failures} />
    </div>
  );
}
