import { Button, Progress } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { RelativeTime } from '@/components/RelativeTime';
import { formatCount, formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { ImportedSuggestions } from './ImportedSuggestions';
import classes from './ImportProgress.module.css';
import { NextSteps } from './NextSteps';
import { outcomeText } from './states';
import { undoneText } from './UndoImport';

/** Shows the progress or the result of an import. */
export function ImportProgress({ importRun }: { importRun: Import }) {
  return (
    <section className={classes.progress} aria-label="Progress">
      <p className="dimmed">
        {importRun.state === 'proposed' ? 'Proposed' : 'Imported'} by{' '}
        {importRun.created_by.name || importRun.created_by.email}, <RelativeTime at={importRun.created_at} />
        {importRun.change_set_id && (
          <>
            . <Link to={paths.changeSet(importRun.change_set_id)}>Show the changes</Link>
          </>
        )}
      </p>
      {importRun.state === 'proposed' && (
        <Note tone="info">
          This list is a proposal. Its sources are added when another member approves it. Rows that are invalid or
          already registered are not part of it.
        </Note>
      )}
      {(importRun.state === 'queued' || importRun.state === 'running') && <Running importRun={importRun} />}
      {importRun.state === 'done' && <Note tone={importRun.invalid > 0 ? 'warn' : 'ok'}>{doneText(importRun)}</Note>}
      {importRun.state === 'done' && importRun.created > 0 && <ImportedSuggestions importRun={importRun} />}
      {importRun.state === 'done' && importRun.created > 0 && <NextSteps importRun={importRun} />}
      {importRun.state === 'failed' && <Failed importRun={importRun} />}
      {importRun.undo_id && <Undone importRun={importRun} undoId={importRun.undo_id} />}
      {(importRun.incomplete || importRun.notes) && <FileNotes importRun={importRun} />}
    </section>
  );
}

/** Shows the problems of the whole file. */
function FileNotes({ importRun: { incomplete, notes = [] } }: { importRun: Import }) {
  return (
    <Note tone="warn">
      {incomplete && <strong>Incomplete file</strong>}
      {notes.map((note) => (
        <p key={note} className="dimmed">
          {note}
        </p>
      ))}
    </Note>
  );
}

/** Shows how many rows of an import were processed. */
export function Running({ importRun }: { importRun: Import }) {
  const processed = importRun.total - importRun.pending;
  const percent = importRun.total > 0 ? (100 * processed) / importRun.total : 0;
  const queued = importRun.state === 'queued';
  const text = queued
    ? `${formatCount(importRun.total, 'row is', 'rows are')} queued.`
    : `${formatNumber(processed)} of ${formatCount(importRun.total, 'row')} processed.`;
  return (
    <>
      <Progress.Root size="lg" className={classes.bar}>
        <Progress.Section value={queued ? 0 : percent} aria-label="Processed rows" />
      </Progress.Root>
      <p className="dimmed">
        {importRun.total > 0 ? text : 'Detecting the columns of this file.'} You can leave this page; the import
        continues.
      </p>
    </>
  );
}

function undoText(importRun: Import): string {
  if (importRun.state === 'undone') return undoneText(importRun);
  if (importRun.undo_proposed) return 'The undo is proposed. Another editor or administrator must approve it.';
  return 'The import is being undone. You can leave this page; the undo continues.';
}

/** Shows the progress or the result of an undo, with a link to its change set. */
export function Undone({ importRun, undoId }: { importRun: Import; undoId: string }) {
  return (
    <Note tone={importRun.state === 'undone' ? 'ok' : 'info'}>
      {undoText(importRun)} <Link to={paths.changeSet(undoId)}>Show the undo</Link>
    </Note>
  );
}

function doneText(importRun: Import): string {
  const repaired =
    importRun.recovered > 0
      ? ` ${formatCount(importRun.recovered, 'row was malformed and was repaired', 'rows were malformed and were repaired')}.`
      : '';
  const rows = formatCount(importRun.total, 'row');
  return `${rows}: ${outcomeText(importRun)}.${repaired}`;
}

function Failed({ importRun }: { importRun: Import }) {
  const canImport = useCanPropose();
  const hasChanged = importRun.created > 0;
  return (
    <Note tone="bad">
      <p className={classes.reason}>
        <strong>{hasChanged ? 'The import failed.' : 'Nothing was imported.'}</strong> {importRun.error}
      </p>
      {hasChanged && (
        <p className={classes.reason}>
          The rows processed so far are kept ({outcomeText(importRun)}). You can upload the same file again: the import
          skips existing endpoints and creates no duplicates.
        </p>
      )}
      {canImport && (
        <Button
          component={Link}
          to={paths.imports}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="upload" size={14} />}
        >
          Upload file again
        </Button>
      )}
    </Note>
  );
}

/** Links to the list of the sources that the import created, extended or found. */
export function ShowSources({ importRun }: { importRun: Import }) {
  return (
    <Button component={Link} to={paths.sourcesOfImport(importRun.id)}>
      Show sources
    </Button>
  );
}
