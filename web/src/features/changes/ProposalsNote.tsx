import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useMember } from '@/auth/member';
import { Note } from '@/components/Note';
import { changeSetSummaryQuery } from '@/entities/change-set/change-set.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';

/** The proposals that wait for the member: for a decision, or with an answer that is not seen. */
export function ProposalsNote() {
  const { id, can_write: canWrite } = useMember();
  const { data } = useQuery(changeSetSummaryQuery());
  if (!data) return null;
  return (
    <>
      {canWrite && data.proposed > 0 && (
        <Note tone="info">
          {formatCount(data.proposed, 'proposal waits', 'proposals wait')} for a decision.{' '}
          <Link to={`${paths.changes}?state=proposed`}>Show proposals</Link>
        </Note>
      )}
      {data.answered > 0 && (
        <Note tone="ok">
          {formatCount(data.answered, 'of your proposals was', 'of your proposals were')} answered.{' '}
          <Link to={`${paths.changes}?author=${id}`}>Show your changes</Link>
        </Note>
      )}
    </>
  );
}
