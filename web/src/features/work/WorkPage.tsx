import { Anchor, Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { Work } from '@/api/gen/types.gen';
import { serviceIncidentQuery } from '@/api/checks.queries';
import { loadError } from '@/api/load-error';
import { assigneesQuery, workQuery } from '@/api/work.queries';
import { useMember } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { StaleNote } from '@/components/StaleNote';
import { assigneeChoices, assigneeLabel, ME, parseAssignee, UNASSIGNED } from '@/lib/assignee';
import { countWork } from '@/lib/count-work';
import { formatCount, formatNumber } from '@/lib/format-count';
import { MadeChanges } from './MadeChanges';
import { SuggestionGroup } from './SuggestionGroup';
import { countOf, WorkGroupSection, type WorkFilter } from './WorkGroupSection';
import classes from './WorkPage.module.css';

/** The number of groups that are open at first; the others open with a click. */
const OPEN_GROUPS = 3;

/** Returns the filter in the URL. An invalid value is ignored. */
function parseFilter(params: URLSearchParams): WorkFilter {
  return { assignee: parseAssignee(params) || undefined, snoozed: params.get('snoozed') === 'true' };
}

/** Returns the query string of a filter. */
function toSearch({ assignee, snoozed }: WorkFilter): string {
  const params = new URLSearchParams({ ...(assignee && { assignee }), ...(snoozed && { snoozed: 'true' }) });
  return params.size > 0 ? `?${params}` : '?';
}

/** The sources that need a person, grouped by cause. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const query = useQuery({ ...workQuery(filter.assignee), placeholderData: keepPreviousData });
  const { data: incident } = useQuery(serviceIncidentQuery());
  const work = query.data;
  const error = loadError(query);
  const groups = work?.groups.filter((group) => countOf(group, filter) > 0) ?? [];
  const isUnfiltered = !filter.assignee && !filter.snoozed;
  const suggestions = isUnfiltered ? (work?.suggestions ?? []) : [];

  function body() {
    if (error) {
      return (
        <ErrorState
          title="The work could not be loaded"
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    }
    if (!work) return <SkeletonRows rows={8} />;
    return (
      <>
        <StaleNote query={query} />
        {suggestions.map(({ kind, count }) => (
          <SuggestionGroup key={kind} kind={kind} count={count} />
        ))}
        {groups.length === 0 && suggestions.length === 0 && <NoWork filter={filter} />}
        {groups.length > 0 && (
          <p className={classes.note}>
            {filter.snoozed
              ? 'A snooze ends at its date, or when the source works again. Checks and alerts continue.'
              : 'A source disappears from this list when its checks succeed again. This also ends its assignment.'}
            {incident && ' The service reaches no site at present, so the list shows the last known health.'}
          </p>
        )}
        {groups.map((group, index) => (
          <WorkGroupSection
            key={`${group.cause} ${toSearch(filter)}`}
            group={group}
            states={work.states}
            filter={filter}
            initiallyOpen={index < OPEN_GROUPS}
          />
        ))}
        {isUnfiltered && <MadeChanges />}
      </>
    );
  }
  return (
    <>
      <PageHeader title="Work" detail={(work && describeCount(work, filter, isUnfiltered)) || null} />
      <div className={classes.filters}>
        <AssigneeSelect
          value={filter.assignee ?? ''}
          onChange={(assignee) => setParams(toSearch({ ...filter, assignee: assignee || undefined }))}
        />
        {filter.snoozed ? (
          <Anchor component={Link} size="sm" to={toSearch({ ...filter, snoozed: false })}>
            Back to the work list
          </Anchor>
        ) : (
          work !== undefined &&
          work.snoozed > 0 && (
            <Anchor component={Link} size="sm" to={toSearch({ ...filter, snoozed: true })}>
              {formatNumber(work.snoozed)} snoozed
            </Anchor>
          )
        )}
      </div>
      {body()}
    </>
  );
}

/** Returns the number of what is shown: without a filter, the same text as the tooltip of the count in the toolbar. */
function describeCount(work: Work, filter: WorkFilter, isUnfiltered: boolean): string {
  if (filter.snoozed) return work.snoozed > 0 ? formatCount(work.snoozed, 'snoozed source') : '';
  return countWork(isUnfiltered ? work : { total: work.total, suggestions: [] }).text;
}

/** The filter by assignee. Viewers may not list the members, and no work is assigned to them, so they can only choose “Unassigned”. */
function AssigneeSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const me = useMember();
  const { data: members } = useQuery({ ...assigneesQuery(), enabled: me.can_write });
  const choices = assigneeChoices(me, members);
  const values = value === '' || choices.includes(value) ? choices : [...choices, value];
  return (
    <NativeSelect
      aria-label="Assignee"
      leftSection={<Icon name="user" />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Any assignee' },
        ...values.map((each) => ({
          value: each,
          label: each === ME ? 'Assigned to me' : assigneeLabel(each, members),
        })),
      ]}
    />
  );
}

/** The empty state, which explains why no source is shown. */
function NoWork({ filter }: { filter: WorkFilter }) {
  if (!filter.assignee && !filter.snoozed) {
    return (
      <EmptyState icon="check" title="Nothing to do">
        Sources that are quiet, suspect, blocked, failing or gone are listed here, grouped by cause.
      </EmptyState>
    );
  }
  const all = (
    <Button component={Link} to="?" variant="default">
      Show all work
    </Button>
  );
  if (filter.snoozed) {
    return (
      <EmptyState icon="history" title="No source is snoozed" actions={all}>
        A snoozed source is hidden from the work list until a date. Checks and alerts continue.
      </EmptyState>
    );
  }
  return filter.assignee === UNASSIGNED ? (
    <EmptyState icon="check" title="All work is assigned" actions={all}>
      Each source that needs a person has an assignee.
    </EmptyState>
  ) : (
    <EmptyState
      icon="user"
      title={filter.assignee === ME ? 'No work is assigned to you' : 'No work is assigned to this member'}
      actions={all}
    >
      Assign sources in the work list. An assignment ends when the source works again.
    </EmptyState>
  );
}
