import { Anchor, Button, Checkbox } from '@mantine/core';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { HealthState, SourceRow, Suggestion, WorkGroup } from '@/api/gen/types.gen';
import { useRefetchOnChange } from '@/api/use-refetch-on-change';
import { useCanPropose, useCanWrite } from '@/auth/member';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { HealthBadge } from '@/components/HealthBadge';
import { Logo } from '@/components/Logo';
import { MoreButton } from '@/components/MoreButton';
import { Note } from '@/components/Note';
import { Since } from '@/components/Since';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { groupQuery, type GroupEntry, type GroupParameters } from '@/entities/work/work-group.queries';
import { CHANGE_ALL } from '@/lib/change-all';
import { formatDay } from '@/lib/dates';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { FixActions, type Repair } from './FixActions';
import { FixPanel } from './FixPanel';
import { useHeldPart } from './hold';
import { LeftHealth } from './LeftHealth';
import { Part } from './Part';
import { SelectedSources } from './SelectedSources';
import { targetOf, useChangeWork, type Target } from './use-change-work';
import type { WorkAction } from './work-change';
import { countOf, type WorkFilter } from './work-filter';
import { WorkButtons } from './WorkButtons';
import classes from './WorkPage.module.css';

interface Props {
  group: WorkGroup;
  /** The states of sources that need a person. */
  states: HealthState[];
  filter: WorkFilter;
  isInitiallyOpen: boolean;
  isPageShown: boolean;
  /** Is called when the sources of a group that is open at first are loaded. */
  onLoaded: () => void;
}

/** A cause: what it means, what usually helps, and its sources. */
export function WorkGroupSection({ group, isInitiallyOpen, ...props }: Props) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  return (
    <details className={`card ${classes.group}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary>
        <h2 className={classes.title}>{group.title}</h2>
        <span className={`dimmed ${classes.count}`}>{formatNumber(countOf(group, props.filter))}</span>
      </DisclosureSummary>
      <p className={classes.meaning}>
        {group.meaning} {group.remedy}
      </p>
      {isOpen && <GroupContent group={group} {...props} />}
    </details>
  );
}

function GroupContent({ group, states, filter, isPageShown, onLoaded }: Omit<Props, 'isInitiallyOpen'>) {
  const count = countOf(group, filter);
  const parameters = {
    cause: [group.cause],
    health: states,
    snoozed: filter.snoozed,
    assignee: filter.assignee ? [filter.assignee] : undefined,
  };
  const query = useInfiniteQuery(groupQuery(parameters));
  useRefetchOnChange(query, count);
  return (
    <Part query={query} noun="source" count={count} isPageShown={isPageShown} onLoaded={onLoaded}>
      {() => <Sources group={group} filter={filter} parameters={parameters} query={query} />}
    </Part>
  );
}

interface SourcesProps {
  group: WorkGroup;
  filter: WorkFilter;
  parameters: GroupParameters;
  query: UseInfiniteQueryResult<GroupEntry[]>;
}

/** The sources of a group with their suggestions. */
function Sources({ group, filter, parameters, query }: SourcesProps) {
  const entries = query.data ?? [];
  const rows = entries.map(({ source }) => source);
  const suggestions = entries.flatMap((entry) => entry.suggestions ?? []);
  const work = useChangeWork();
  const decisions = useDecideSuggestions();
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  const [selected, setSelected] = useState<ReadonlyMap<string, Target>>(new Map());
  const region = useRestoreFocus<HTMLDivElement>(rows.map(({ id }) => id).join());
  const suggestionsOf = (isIncluded: (id: string) => boolean) =>
    suggestions.filter(({ source_id: id }) => isIncluded(id));

  function select(targets: Target[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Map(before);
      for (const target of targets)
        if (isSelected) after.set(target.id, target);
        else after.delete(target.id);
      return after;
    });
  }
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const held = useHeldPart(`sources ${group.cause}`, rows, keyOf, { dismissed: changed });
  /** Sources about which the member decided leave the list at once. */
  function dismiss(targets: Target[]) {
    setChanged((before) => new Set([...before, ...targets.map(({ id }) => id)]));
  }
  function change(action: WorkAction, targets: Target[]) {
    dismiss(targets);
    work.change(action, targets);
  }
  const isSelectable = canWrite && held.length > 1;
  const { assignee = [], ...others } = parameters;
  const listPath = paths.sourcesMatching({ ...others, assignee, snoozed: [filter.snoozed] });
  return (
    <div ref={region}>
      <FailureNotes decisions={decisions} />
      {canPropose && held.length > 1 && (
        <p className={classes.changeAll}>
          <Anchor component={Link} to={listPath} state={CHANGE_ALL} inherit>
            Change all of them …
          </Anchor>
        </p>
      )}
      {entries.some((entry) => !entry.suggestions) && <NoSuggestions query={query} />}
      {isSelectable && (
        <SelectedSources
          shown={rows.map(targetOf)}
          selected={selected}
          count={countOf(group, filter)}
          parameters={parameters}
          isSnoozed={filter.snoozed}
          suggestions={suggestionsOf((id) => selected.has(id))}
          pending={work.isPending || decisions.isPending}
          onSelect={select}
          onDecide={decisions.decide}
          onItemsDecided={(targets) => {
            dismiss(targets);
            select(targets, false);
          }}
          onChange={(action, targets) => {
            change(action, targets);
            setSelected(new Map());
          }}
        />
      )}
      <ul className={`list divided ${classes.sources}`} aria-label={group.title}>
        {held.map(({ item: source, hasLeft }) => (
          <Entry
            key={source.id}
            source={source}
            hasLeft={hasLeft}
            selection={
              isSelectable
                ? {
                    isSelected: selected.has(source.id),
                    onChange: (isSelected) => select([targetOf(source)], isSelected),
                  }
                : undefined
            }
            suggestions={suggestionsOf((id) => id === source.id)}
            pending={work.isPendingFor(source.id)}
            onChange={(action) => change(action, [targetOf(source)])}
          />
        ))}
      </ul>
      <MoreButton query={query}>Show more</MoreButton>
    </div>
  );
}

const keyOf = ({ id }: SourceRow) => id;

interface EntryProps {
  source: SourceRow;
  /** The source left the list while its order is kept. */
  hasLeft: boolean;
  /** Undefined if the source cannot be selected. */
  selection?: { isSelected: boolean; onChange: (isSelected: boolean) => void };
  suggestions: Suggestion[];
  pending: boolean;
  onChange: (action: WorkAction) => void;
}

/** A source with its health, the ways to repair it and its suggestions. */
function Entry({ source, hasLeft, selection, suggestions, pending, onChange }: EntryProps) {
  const [repair, setRepair] = useState<Repair | null>(null);
  return (
    <li className={classes.row} data-left={hasLeft || undefined}>
      <span className={`row ${classes.name}`}>
        {selection && (
          <Checkbox
            size="xs"
            aria-label={`Select ${source.name}`}
            checked={selection.isSelected}
            disabled={hasLeft}
            onChange={(event) => selection.onChange(event.currentTarget.checked)}
          />
        )}
        <SourceName source={source} />
      </span>
      {hasLeft ? <LeftHealth source={source} /> : <Health source={source} />}
      {!hasLeft && (
        <>
          <FixActions source={source} repair={repair} onRepair={setRepair} />
          <WorkButtons target={targetOf(source)} pending={pending} onChange={onChange} />
        </>
      )}
      {repair && !hasLeft && <FixPanel source={source} repair={repair} onClose={() => setRepair(null)} />}
      {!hasLeft && <SuggestedActions suggestions={suggestions} />}
    </li>
  );
}

function SourceName({ source }: { source: SourceRow }) {
  return (
    <>
      <Logo source={source} size={20} />
      <span className={classes.names}>
        <Link
          className={`truncate quiet-link ${classes.link}`}
          to={paths.source(source.id, 'checks')}
          title={knownHealth(source)?.reason}
        >
          {source.name}
        </Link>
        <span className="truncate dimmed">
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
      <span className={`hint ${classes.since}`}>
        {work?.snoozed_until
          ? `snoozed until ${formatDay(work.snoozed_until)}`
          : health?.since && <Since at={health.since} />}
      </span>
    </span>
  );
}

/** The error if the sources are loaded, but not their suggestions. */
function NoSuggestions({ query }: Pick<SourcesProps, 'query'>) {
  return (
    <Note tone="warn">
      <div className="spread">
        The suggestions for these sources could not be loaded.
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
          Try again
        </Button>
      </div>
    </Note>
  );
}

/** The suggested actions for a source, with their evidence. */
function SuggestedActions({ suggestions }: { suggestions: Suggestion[] }) {
  const decisions = useDecideSuggestions();
  if (suggestions.length === 0 && decisions.failures.length === 0) return null;
  return (
    <ul
      className={`list ${classes.suggestions}`}
      aria-label={`Suggestions for ${suggestions[0]?.source_name ?? 'the source'}`}
    >
      {suggestions.map((suggestion) => (
        <li key={suggestion.id} className={`spread ${classes.suggestion}`}>
          <SuggestionText suggestion={suggestion} />
          <SuggestionButtons suggestion={suggestion} decisions={decisions} />
        </li>
      ))}
      {decisions.failures.length > 0 && (
        <li>
          <FailureNotes decisions={decisions} />
        </li>
      )}
    </ul>
  );
}
