import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './AddressBar.module.css';
import { MAX_ADDRESSES } from './parse-addresses';

interface Props {
  count: number;
  capacity: number;
  onUseFirst: () => void;
}

/** A note for a pasted list that is too long for this page, with a link to the import. */
export function TooManyAddressesNote({ count, capacity, onUseFirst }: Props) {
  return (
    <Note tone="warn">
      <p className={classes.noteText}>
        You pasted {formatCount(count, 'address', 'addresses')}. This page accepts up to {MAX_ADDRESSES}, because feeds
        are searched for at each address. Import longer lists as an OPML file.
      </p>
      <div className="wrap">
        <Button component={Link} to={paths.imports} variant="default" size="compact-sm">
          Import a list
        </Button>
        {capacity > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onUseFirst}>
            Use the first {capacity}
          </Button>
        )}
      </div>
    </Note>
  );
}
