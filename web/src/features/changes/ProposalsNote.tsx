import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useMember } from '@/auth/member';
import { Note } from '@/components/Note';
import { changeSetSummaryQuery } from '@/entities/change-set/change-set.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './changes.module.css';

/** The proposals that wait for the member: for a decision, or with an answer that is not seen. */
export function ProposalsNote() {
  const { id, can_write: canWrite } = useMember();
  const { data } = useQuery(changeSetSummaryQuery());
  const isDecider = canWrite && (data?.proposed ?? 0) > 0;
  if (!data || (!isDecider && data.answered === 0)) return null;
  return (
    <div className={`stack-12 ${classes.notes}`}>
      {isDecider && (
        <Note tone="info">
          {formatCount(data.proposed, 'proposal waits', 'proposals wait')} for a decision.{' '}
          <Anchor component={Link} to={`${paths.changes}?state=proposed`} inherit underline="always">
            Show proposals
          </Anchor>
        </Note>
      )}
      {data.answered > 0 && (
        <Note tone="ok">
          {formatCount(data.answered, 'of your proposals was', 'of your proposals were')} answered.{' '}
          <Anchor component={Link} to={`${paths.changes}?author=${id}`} inherit underline="always">
            Show your changes
          </Anchor>
        </Note>
      )}
    </div>
  );
}
