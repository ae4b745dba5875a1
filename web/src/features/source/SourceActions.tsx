import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifySuccess, notifyError, notifyWithUndo } from '@/components/notify';
import { paths, type SourceTab } from '@/lib/paths';
import { DeleteDraft } from './DeleteDraft';
import { PauseButton } from './PauseButton';
import { useArchiveSource, useUnarchiveSource, useUpdateSource } from './source.mutations';
import classes from './SourceHeader.module.css';

/** What can be done with a source in its state. Only shown to those who may. */
export function SourceActions({ source, tab }: { source: Source; tab: SourceTab }) {
  const update = useUpdateSource();
  const archive = useArchiveSource();
  const unarchive = useUnarchiveSource();
  const [deleting, setDeleting] = useState(false);
  const { lifecycle, name } = source;
  const actions = useFocusAfterChange(lifecycle);

  // Awaited, not passed to mutate(): its callbacks are dropped when the person goes on to another page.
  async function start(done: string) {
    try {
      await update.mutateAsync({ id: source.id, version: source.version, patch: { lifecycle: 'active' } });
      notifySuccess(done);
    } catch (error) {
      notifyError(`“${name}” was not changed`, error);
    }
  }

  /** From the version that archiving or the page gave, so that nobody's change in between is undone with it. */
  async function bringBack(from: Source) {
    try {
      await unarchive.mutateAsync(from);
      notifySuccess(`“${name}” is back.`);
    } catch (error) {
      notifyError(`“${name}” was not brought back`, error);
    }
  }

  async function putAway() {
    try {
      const archived = await archive.mutateAsync(source);
      notifyWithUndo(`“${name}” is archived.`, () => void bringBack(archived));
    } catch (error) {
      notifyError(`“${name}” was not archived`, error);
    }
  }

  if (lifecycle === 'archived') {
    return (
      <div className={classes.actions} ref={actions}>
        <Button
          leftSection={<Icon name="restore" />}
          loading={unarchive.isPending}
          onClick={() => void bringBack(source)}
        >
          Unarchive
        </Button>
      </div>
    );
  }
  if (deleting) return <DeleteDraft source={source} onCancel={() => setDeleting(false)} />;
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
          onClick={() => void start(`“${name}” is started.`)}
        >
          Start
        </Button>
      )}
      {lifecycle === 'active' && <PauseButton source={source} />}
      {lifecycle === 'paused' && (
        <Button
          variant="default"
          leftSection={<Icon name="play" />}
          loading={update.isPending}
          onClick={() => void start(`“${name}” is resumed.`)}
        >
          Resume
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="archive" />}
        loading={archive.isPending}
        onClick={() => void putAway()}
      >
        Archive
      </Button>
      {lifecycle === 'draft' && (
        <Button variant="default" leftSection={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
    </div>
  );
}

/** The button that was pressed is gone after the change: the keyboard goes on from the first that took its place. */
function useFocusAfterChange(lifecycle: Source['lifecycle']) {
  const actions = useRef<HTMLDivElement>(null);
  const before = useRef(lifecycle);
  useEffect(() => {
    const changed = before.current !== lifecycle;
    before.current = lifecycle;
    if (changed && document.activeElement === document.body) {
      actions.current?.querySelector<HTMLElement>('a, button')?.focus();
    }
  }, [lifecycle]);
  return actions;
}
