import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { paths } from '@/lib/paths';
import type { Entry } from './entry';
import classes from './notes.module.css';

/** Shown when all entries are saved or skipped. */
export function QueueFinishedNote({ entries, onAddMore }: { entries: Entry[]; onAddMore: () => void }) {
  const saved = entries.filter(({ phase }) => phase.name === 'saved').length;
  const skipped = entries.length - saved;
  return (
    <Note tone="ok">
      <div className={`wrap ${classes.line}`}>
        <span className={classes.text}>
          All addresses are done: {saved} saved, {skipped} skipped.
        </span>
        <Button variant="default" size="compact-sm" onClick={onAddMore}>
          Add more sources
        </Button>
        <Button component={Link} to={paths.sources} size="compact-sm">
          Show all sources
        </Button>
      </div>
    </Note>
  );
}
