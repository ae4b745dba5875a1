import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import type { Entry } from './entry';
import classes from './Existing.module.css';

/** Nothing is left to be done with the addresses that were pasted. */
export function Finished({ entries, onAgain }: { entries: Entry[]; onAgain: () => void }) {
  const saved = entries.filter(({ phase }) => phase === 'saved').length;
  const skipped = entries.length - saved;
  return (
    <Note tone="ok">
      <div className={classes.line}>
        <span className={classes.words}>
          All is done: {formatCount(saved, 'address is', 'addresses are')} saved
          {skipped > 0 && `, ${skipped} skipped`}.
        </span>
        <Button variant="default" size="compact-sm" onClick={onAgain}>
          Add others
        </Button>
        <Button component={Link} to={paths.sources} size="compact-sm">
          To the sources
        </Button>
      </div>
    </Note>
  );
}
