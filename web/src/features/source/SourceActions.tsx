import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { notifyDone, notifyFailed, notifyUndo } from '@/components/notify';
import { paths, type SourceTab } from '@/lib/paths';
import { DeleteDraft } from './DeleteDraft';
import { PauseButton } from './PauseButton';
import { useArchiveSource, useUnarchiveSource, useUpdateSource } from './source.mutations';

/** What can be done with a source in its state. Only shown to those who may. */
export function SourceActions({ source, tab }: { source: Source; tab: SourceTab }) {
  const update = useUpdateSource();
  const archive = useArchiveSource();
  const unarchive = useUnarchiveSource();
  const [deleting, setDeleting] = useState(false);
  const { lifecycle, name } = source;

  function start(done: string) {
    update.mutate(
      { id: source.id, version: source.version, patch: { lifecycle: 'active' } },
      { onSuccess: () => notifyDone(done), onError: (error) => notifyFailed(`“${name}” was not changed`, error) },
    );
  }

  /** From the version that archiving or the page gave, so that nobody's change in between is undone with it. */
  function bringBack(from: Source) {
    unarchive.mutate(from, {
      onSuccess: () => notifyDone(`“${name}” is back.`),
      onError: (error) => notifyFailed(`“${name}” was not brought back`, error),
    });
  }

  async function putAway() {
    try {
      const archived = await archive.mutateAsync(source);
      notifyUndo(`“${name}” is archived.`, () => bringBack(archived));
    } catch (error) {
      notifyFailed(`“${name}” was not archived`, error);
    }
  }

  if (lifecycle === 'archived') {
    return (
      <Button leftSection={<Icon name="restore" />} loading={unarchive.isPending} onClick={() => bringBack(source)}>
        Unarchive
      </Button>
    );
  }
  if (deleting) return <DeleteDraft source={source} onCancel={() => setDeleting(false)} />;
  return (
    <>
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
          onClick={() => start(`“${name}” is started.`)}
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
          onClick={() => start(`“${name}” is resumed.`)}
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
    </>
  );
}
