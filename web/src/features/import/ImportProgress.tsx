import { Button, Progress } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { RelativeTime } from '@/components/RelativeTime';
import { paths } from '@/lib/paths';
import classes from './ImportProgress.module.css';
import { outcomeText } from './states';

/** How far it is, or how it ended. */
export function ImportProgress({ list }: { list: Import }) {
  return (
    <section className={classes.progress} aria-label="Progress">
      <p className={classes.origin}>
        Brought in by {list.created_by.name || list.created_by.email}, <RelativeTime at={list.created_at} />
      </p>
      {(list.state === 'queued' || list.state === 'running') && <Running list={list} />}
      {list.state === 'done' && <Note tone="ok">{doneText(list)}</Note>}
      {list.state === 'failed' && <Failed list={list} />}
    </section>
  );
}

function Running({ list }: { list: Import }) {
  const dealtWith = list.total - list.pending;
  const percent = list.total > 0 ? (100 * dealtWith) / list.total : 0;
  const queued = list.state === 'queued';
  return (
    <>
      <Progress.Root size="lg" className={classes.bar}>
        <Progress.Section value={queued ? 0 : percent} aria-label="Outlines dealt with" />
      </Progress.Root>
      <p className={classes.words}>
        {queued
          ? `${list.total.toLocaleString('en')} outlines were read; they wait for their turn.`
          : `${dealtWith.toLocaleString('en')} of ${list.total.toLocaleString('en')} outlines.`}{' '}
        You can leave this page; it goes on by itself.
      </p>
    </>
  );
}

function doneText(list: Import): string {
  const recovered =
    list.recovered > 0
      ? ` ${list.recovered.toLocaleString('en')} ${list.recovered === 1 ? 'was' : 'were'} in bad shape and could be recovered.`
      : '';
  return `Of ${list.total.toLocaleString('en')} outlines: ${outcomeText(list)}.${recovered}`;
}

function Failed({ list }: { list: Import }) {
  const canWrite = useCanWrite();
  return (
    <Note tone="bad">
      <p className={classes.why}>
        <strong>It stopped before its end.</strong> {list.error}
      </p>
      <p className={classes.why}>
        What was brought in until then is kept ({outcomeText(list)}). Uploading the same file again is safe: it goes on
        with the rest, and nothing is made twice.
      </p>
      {canWrite && (
        <Button
          component={Link}
          to={paths.imports}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="upload" size={14} />}
        >
          Upload it again
        </Button>
      )}
    </Note>
  );
}

/** The newest first: those that the list brought in are on top. */
export function ShowSources() {
  return (
    <Button component={Link} to={`${paths.sources}?sort=-created`}>
      Show the sources
    </Button>
  );
}
