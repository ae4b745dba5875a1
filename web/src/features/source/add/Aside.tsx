import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { shortAddress } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import type { Entry } from './entry';
import classes from './Existing.module.css';

interface Props {
  entry: Entry;
  /** The address of the same outlet before it. */
  twin: Entry | undefined;
  onOpen: (line: number) => void;
  /** To search it although it is of the same outlet. */
  onSearch: () => void;
}

/** In place of a form: this address is done with, or belongs to another line. */
export function Aside({ entry: { saved, phase, twin: line }, twin, onOpen, onSearch }: Props) {
  if (saved) {
    return (
      <Note tone="ok">
        {saved.added ? `${formatCount(saved.added, 'feed was', 'feeds were')} added to ` : 'Saved as '}
        <Anchor component={Link} to={paths.source(saved.id)} target="_blank" inherit c="inherit" underline="always">
          {saved.name}
        </Anchor>
        .
      </Note>
    );
  }
  if (phase === 'skipped') return <Note tone="info">This address was skipped; nothing of it is saved.</Note>;
  if (!twin || line === undefined) return null;
  return (
    <Note tone="warn">
      <div className={classes.line}>
        <span className={classes.words}>
          This is the same outlet as line {line}, {shortAddress(twin.address)}, so it was not searched. A section with
          feeds of its own can still be.
        </span>
        <Button variant="default" size="compact-sm" onClick={() => onOpen(line)}>
          Go to line {line}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onSearch}>
          Search it all the same
        </Button>
      </div>
    </Note>
  );
}
