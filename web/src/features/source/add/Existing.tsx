import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Note } from '@/components/Note';

import { paths } from '@/lib/paths';
import type { Collected } from '@/api/gen/types.gen';
import classes from './Existing.module.css';
import { existingText } from './words';

interface Props {
  existing: { id: string; name: string; why?: Collected['why'] };
  /** There are feeds that it doesn't have yet, or may be. */
  fresh: boolean;
  /** It is to be a source of its own all the same. */
  beside: boolean;
  onBeside: (beside: boolean) => void;
  /** Links open beside this page, where there is more to do. */
  stay: boolean;
}

/** The register has this outlet: what is usually meant is to add to it. */
export function Existing({ existing, fresh, beside, onBeside, stay }: Props) {
  return (
    <Note tone="warn">
      <div className={classes.line}>
        <span className={classes.words}>
          {existingText(existing.why)}{' '}
          <Anchor
            component={Link}
            to={paths.source(existing.id)}
            target={stay ? '_blank' : undefined}
            inherit
            c="inherit"
            underline="always"
            fw={600}
          >
            {existing.name}
          </Anchor>
          . {!beside && (fresh ? 'New feeds are added to it with the button below.' : 'Nothing new was found here.')}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => onBeside(!beside)}>
          {beside ? 'Add to it after all' : 'Add as a source of its own'}
        </Button>
      </div>
    </Note>
  );
}
