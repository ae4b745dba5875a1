import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { fieldOf } from '@/entities/suggestion/describe-suggestion';
import { formatCount, formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './suggestion.module.css';
import type { Decisions } from './use-decide-suggestions';

/** The maximum number of failures that are listed; further ones are only counted. */
const MAX_SHOWN = 5;

/** Lists the suggestions that could not be decided, with their reasons. */
export function FailureNotes({ decisions: { failures, clearFailures } }: { decisions: Decisions }) {
  if (failures.length === 0) return null;
  const more = failures.length - MAX_SHOWN;
  return (
    <div className={classes.note}>
      <Note tone="warn">
        <strong>{formatCount(failures.length, 'suggestion was', 'suggestions were')} not applied</strong>
        <ul className={classes.failures}>
          {failures
            .slice(0, MAX_SHOWN)
            .map(({ id, source_id: source, source_name: name, field, detail, existing_id }) => (
              <li key={id}>
                {source && (
                  <Anchor component={Link} to={paths.source(source)} inherit underline="always">
                    {name}
                  </Anchor>
                )}
                {!source && name}
                {field && `, ${fieldOf(field)}`}
                {name && ': '}
                {detail}{' '}
                {existing_id && (
                  <Anchor component={Link} to={paths.source(existing_id)} inherit underline="always">
                    Open that source
                  </Anchor>
                )}
              </li>
            ))}
          {more > 0 && <li>{formatNumber(more)} more</li>}
        </ul>
        <Button size="compact-sm" variant="default" onClick={clearFailures}>
          Close
        </Button>
      </Note>
    </div>
  );
}
