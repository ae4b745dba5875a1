import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';
import { paths } from '@/lib/paths';
import classes from './AddressBar.module.css';
import { MAX_ADDRESSES } from './addresses';

interface Props {
  count: number;
  room: number;
  onTake: () => void;
}

/** More addresses than a person goes through are a list, and there is a better place for lists. */
export function TooMany({ count, room, onTake }: Props) {
  return (
    <Note tone="warn">
      <p className={classes.tooMany}>
        These are {count.toLocaleString('en')} addresses. Up to {MAX_ADDRESSES} are gone through here, because each is
        searched and looked at. A longer list is brought in faster as an OPML file.
      </p>
      <div className={classes.choices}>
        <Button component={Link} to={paths.imports} variant="default" size="compact-sm">
          Import a list
        </Button>
        {room > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onTake}>
            Take the first {room}
          </Button>
        )}
      </div>
    </Note>
  );
}
