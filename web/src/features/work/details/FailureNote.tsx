import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ProposalOutcome } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { formatCount, formatNumber } from '@/lib/format-count';
import { PROPOSAL_FIELD } from '@/lib/labels';
import { paths } from '@/lib/paths';
import classes from './details.module.css';

/** The maximum number of failures that are listed; further ones are only counted. */
const MAX_SHOWN = 5;

/** Lists the proposals that could not be accepted, with their reasons. */
export function FailureNote({ failures, onClose }: { failures: ProposalOutcome[]; onClose: () => void }) {
  if (failures.length === 0) return null;
  const more = failures.length - MAX_SHOWN;
  return (
    <div className={classes.note}>
      <Note tone="warn">
        <strong>{formatCount(failures.length, 'suggestion was', 'suggestions were')} not applied</strong>
        <ul className={classes.failures}>
          {failures.slice(0, MAX_SHOWN).map((failure) => (
            <li key={failure.id}>
              {failure.source_id ? (
                <Anchor component={Link} to={paths.source(failure.source_id)} inherit underline="always">
                  {failure.source_name}
                </Anchor>
              ) : (
                failure.source_name
              )}
              {failure.field && `, ${PROPOSAL_FIELD[failure.field].toLowerCase()}`}: {failure.detail}{' '}
              {failure.existing_id && (
                <Anchor component={Link} to={paths.source(failure.existing_id)} inherit underline="always">
                  Open that source
                </Anchor>
              )}
            </li>
          ))}
          {more > 0 && <li>{formatNumber(more)} more</li>}
        </ul>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Close
        </Button>
      </Note>
    </div>
  );
}
