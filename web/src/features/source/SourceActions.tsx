import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { notifySuccess, tryOrNotify } from '@/components/notify';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { isFetched } from '@/entities/source/is-fetched';
import { useUpdateSource } from '@/entities/source/source.mutations';
import { paths, type SourceTab } from '@/lib/paths';
import { CheckNowButton } from './CheckNowButton';
import { DeleteDraft } from './DeleteDraft';
import { PauseButton } from './PauseButton';
import classes from './SourceHeader.module.css';
import { useArchiveWithUndo } from './use-archive-with-undo';

/** The actions that the state of a source allows; those of a contributor become proposals. */
export function SourceActions({ source, tab }: { source: Source; tab: SourceTab }) {
  const update = useUpdateSource();
  const archive = useArchiveWithUndo(source);
  const [deleting, setDeleting] = useState(false);
  const proposes = useProposes();
  const { lifecycle, name } = source;
  // The pressed button is replaced by the buttons of the new state.
  const actions = useRestoreFocus<HTMLDivElement>(`${lifecycle} ${deleting}`);

  const activate = (message: string) =>
    tryOrNotify(`“${name}” was not changed`, async () => {
      await update.mutateAsync({ id: source.id, version: source.version, patch: { lifecycle: 'active' } });
      notifySuccess(message);
    });

  if (lifecycle === 'archived') {
    return (
      <div className={classes.actions} ref={actions}>
        <Button
          leftSection={<Icon name="restore" />}
          loading={archive.isRestoring}
          onClick={() => void archive.restore(source)}
        >
          Unarchive
        </Button>
      </div>
    );
  }
  if (deleting) return <DeleteDraft source={source} onCancel={() => setDeleting(false)} ref={actions} />;
  return (
    <div className={classes.actions} ref={actions}>
      {tab !== 'settings' && (
        <Button
          component={Link}
          to={paths.source(source.id, 'settings')}
          variant="default"
          leftSection={<Icon name="edit" />}
        >
          Edit
        </Button>
      )}
      {lifecycle === 'draft' && (
        <Button
          variant="default"
          leftSection={<Icon name="play" />}
          loading={update.isPending}
          onClick={() => void activate(`“${name}” is started.`)}
        >
          Start
        </Button>
      )}
      {isFetched(source) && !proposes && <CheckNowButton source={source} />}
      {lifecycle === 'active' && <PauseButton source={source} />}
      {lifecycle === 'paused' && (
        <Button
          variant="default"
          leftSection={<Icon name="play" />}
          loading={update.isPending}
          onClick={() => void activate(`“${name}” is resumed.`)}
        >
          Resume
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="archive" />}
        loading={archive.isPending}
        onClick={() => void archive.run()}
      >
        Archive
      </Button>
      <Button component={Link} to={paths.merge(source.id)} variant="default">
        Merge
      </Button>
      {lifecycle === 'draft' && (
        <Button variant="default" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
    </div>
  );
}
