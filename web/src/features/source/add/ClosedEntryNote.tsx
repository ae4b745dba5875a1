import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { shortAddress } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import type { Phase } from './entry';
import classes from './notes.module.css';

interface Props {
  phase: Phase;
  /** The address of the entry for the same site. */
  duplicateOf: string | undefined;
  onOpen: (position: number) => void;
  onSearch: () => void;
}

/** Replaces the form of an entry that is saved, skipped or a duplicate of another entry. */
export function ClosedEntryNote({ phase, duplicateOf, onOpen, onSearch }: Props) {
  switch (phase.name) {
    case 'saved': {
      const { id, name, added } = phase.source;
      return (
        <Note tone="ok">
          {added ? `${formatCount(added, 'endpoint was', 'endpoints were')} added to ` : 'Saved as '}
          <Anchor component={Link} to={paths.source(id)} target="_blank" inherit c="inherit" underline="always">
            {name}
          </Anchor>
          .
        </Note>
      );
    }
    case 'skipped':
      return <Note tone="info">You skipped this address. Nothing was saved.</Note>;
    case 'duplicate':
      return (
        <Note tone="warn">
          <div className={`wrap ${classes.line}`}>
            <span className={classes.text}>
              This is the same site as address {phase.of}, {shortAddress(duplicateOf ?? '')}, so no feeds were searched
              for. If this address is a section with its own feeds, find feeds anyway.
            </span>
            <Button variant="default" size="compact-sm" onClick={() => onOpen(phase.of)}>
              Open address {phase.of}
            </Button>
            <Button variant="default" size="compact-sm" onClick={onSearch}>
              Find feeds anyway
            </Button>
          </div>
        </Note>
      );
    default:
      return null;
  }
}
