import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '@/components/EmptyState';
import { ME, UNASSIGNED } from '@/entities/work/assignee';
import { isUnfiltered, type WorkFilter } from './work-filter';

/** The empty state, which explains why no source is shown. */
export function NoWork({ filter }: { filter: WorkFilter }) {
  if (isUnfiltered(filter)) {
    return (
      <EmptyState icon="check" title="Nothing to do">
        Sources that are quiet, suspect, blocked, failing or gone are listed here, grouped by cause. A source that
        failed recently is listed when its checks have failed for 6 hours.
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
