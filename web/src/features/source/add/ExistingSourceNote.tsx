import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ExistingSource } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { paths } from '@/lib/paths';
import { existingSourceText } from './entry-status';
import classes from './notes.module.css';

interface Props {
  existing: ExistingSource;
  hasNewFeeds: boolean;
  /** The user creates a second source for the site. */
  isSecondSource: boolean;
  onChangeSecondSource: (isSecondSource: boolean) => void;
  /** Opens the link in a new tab, because the list on this page is not finished. */
  opensNewTab: boolean;
}

/**
 * Names the existing source of the site, and offers to add endpoints to it or to create a second
 * source.
 */
export function ExistingSourceNote(props: Props) {
  const { existing, hasNewFeeds, isSecondSource, onChangeSecondSource, opensNewTab } = props;
  return (
    <Note tone="warn">
      <div className={`wrap ${classes.line}`}>
        <span className={classes.text}>
          {existingSourceText(existing.why)}{' '}
          <Anchor
            component={Link}
            to={paths.source(existing.source_id)}
            target={opensNewTab ? '_blank' : undefined}
            inherit
            c="inherit"
            underline="always"
            fw={600}
          >
            {existing.source_name}
          </Anchor>
          .{' '}
          {!isSecondSource &&
            (hasNewFeeds ? 'You can add the selected endpoints to it.' : 'No new endpoints were found.')}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => onChangeSecondSource(!isSecondSource)}>
          {isSecondSource ? 'Add endpoints to this source' : 'Create a second source'}
        </Button>
      </div>
    </Note>
  );
}
