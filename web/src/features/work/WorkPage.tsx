import { Anchor, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Work } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { PageHeader } from '@/components/PageHeader';
import { SkeletonRows } from '@/components/SkeletonRows';
import { assigneeChoices, assigneeLabel, ME, parseAssignee } from '@/entities/work/assignee';
import { assigneesQuery, workQuery } from '@/entities/work/work.queries';
import { formatCount, formatNumber } from '@/lib/format-count';
import { RightsReviews } from './RightsReviews';
import type { WorkFilter } from './work-filter';
import { WorkList } from './WorkList';
import classes from './WorkPage.module.css';
import { WorkTabs } from './WorkTabs';

/** Returns the filter in the URL. An invalid value is ignored. */
function parseFilter(params: URLSearchParams): WorkFilter {
  return { assignee: parseAssignee(params) || undefined, snoozed: params.get('snoozed') === 'true' };
}

/** Returns the query string of a filter. */
function toSearch({ assignee, snoozed }: WorkFilter): string {
  const params = new URLSearchParams({ ...(assignee && { assignee }), ...(snoozed && { snoozed: 'true' }) });
  return params.size > 0 ? `?${params}` : '?';
}

/**
 * The sources that need a person, grouped by cause. The list of a new filter replaces the shown one
 * when it is loaded.
 */
export function Component() {
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const [shown, setShown] = useState<WorkFilter | null>(null);
  const isLoading = !shown || toSearch(shown) !== toSearch(filter);
  const lists = [...(shown ? [shown] : []), ...(isLoading ? [filter] : [])];
  return (
    <>
      {shown ? (
        <Header filter={filter} shown={shown} onChange={(change) => setParams(toSearch({ ...filter, ...change }))} />
      ) : (
        <>
          <PageHeader title="Work" />
          <WorkTabs />
          <SkeletonRows rows={8} />
        </>
      )}
      {lists.map((each) => (
        <WorkList
          key={toSearch(each)}
          filter={each}
          isShown={each === shown}
          isBusy={each === shown && isLoading}
          onLoaded={() => setShown(each)}
        />
      ))}
    </>
  );
}

interface HeaderProps {
  filter: WorkFilter;
  /** The filter of the list that is shown while that of `filter` loads. */
  shown: WorkFilter;
  onChange: (change: Partial<WorkFilter>) => void;
}

function Header({ filter, shown, onChange }: HeaderProps) {
  const { data: work } = useQuery(workQuery(shown.assignee));
  return (
    <>
      <PageHeader title="Work" detail={(work && describeCount(work, shown)) || null} />
      <WorkTabs />
      <RightsReviews />
      <div className={`wrap ${classes.filters}`}>
        <AssigneeSelect
          value={filter.assignee ?? ''}
          onChange={(assignee) => onChange({ assignee: assignee || undefined })}
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
    </>
  );
}

/** Returns the number of sources that are shown. */
function describeCount(work: Work, filter: WorkFilter): string {
  if (filter.snoozed) return work.snoozed > 0 ? formatCount(work.snoozed, 'snoozed source') : '';
  return work.total > 0 ? formatCount(work.total, 'source') : '';
}

/**
 * The filter by assignee. Viewers may not list the members, and no work is assigned to them, so
 * they can only choose “Unassigned”.
 */
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
