import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Import } from '@/api/gen/types.gen';
import { ApplyProgress, StopChange } from '@/components/change-set/ApplyProgress';
import { Note } from '@/components/Note';
import { RelativeTime } from '@/components/RelativeTime';
import { changeSetQuery } from '@/entities/change-set/change-set.queries';
import { paths } from '@/lib/paths';
import { AbsentSources } from './AbsentSources';
import { ApplyTable } from './ApplyTable';
import { DiscardTable } from './DiscardTable';
import { Running, Undone } from './ImportProgress';
import classes from './ImportProgress.module.css';
import { changesNothing, inPartText, leftRows, stagedText } from './table-results';
import { TableColumns } from './TableColumns';
import { TableRows } from './TableRows';
import { useCanEditTable } from './use-can-edit-table';

/** Shows an imported table: its state, its columns and its rows. */
export function TableImport({ importRun }: { importRun: Import }) {
  const isStaged = importRun.state === 'staged';
  const isReading = importRun.state === 'reading';
  const canEdit = useCanEditTable(importRun);
  const [hasUnusedColumns, setHasUnusedColumns] = useState(false);
  return (
    <>
      <section className={classes.progress} aria-label="Progress">
        <p className="dimmed">
          Uploaded by {importRun.created_by.name || importRun.created_by.email},{' '}
          <RelativeTime at={importRun.created_at} />
          {importRun.change_set_id && (
            <>
              . <Link to={paths.changeSet(importRun.change_set_id)}>Show the changes</Link>
            </>
          )}
        </p>
        <TableState importRun={importRun} />
        {importRun.notes?.map((note) => (
          <Note key={note} tone="warn">
            {note}
          </Note>
        ))}
        {isStaged && canEdit && <ApplyTable importRun={importRun} hasUnusedColumns={hasUnusedColumns} />}
        {isReading && canEdit && (
          <div className="wrap">
            <DiscardTable id={importRun.id} />
          </div>
        )}
      </section>
      {isStaged && <TableColumns importRun={importRun} isEditable={canEdit} onChange={setHasUnusedColumns} />}
      {!isReading && <TableRows importRun={importRun} isEditable={isStaged && canEdit} />}
      {isStaged && <AbsentSources id={importRun.id} />}
    </>
  );
}

function TableState({ importRun }: { importRun: Import }) {
  const { state, error, counts, undo_id: undoId, change_set_id: changeSetId } = importRun;
  if (state === 'staged') {
    const isClean = counts !== undefined && counts.invalid + counts.conflict === 0;
    return (
      <Note tone={isClean ? 'info' : 'warn'}>
        {stagedText(importRun)}{' '}
        {changesNothing(importRun) ? 'There is nothing to apply.' : 'Nothing is changed until you apply it.'}
      </Note>
    );
  }
  if (state === 'reading') return <Running importRun={importRun} />;
  if (undoId) return <Undone importRun={importRun} undoId={undoId} />;
  if (state === 'failed') return <Note tone="bad">Nothing was changed. {error}</Note>;
  if (state === 'running' && changeSetId) return <Applying changeSetId={changeSetId} />;
  if (state === 'proposed') {
    return <Note tone="info">This table is a proposal. Its sources change when another member approves it.</Note>;
  }
  if (error || leftRows(importRun) > 0) return <Note tone="warn">{inPartText(importRun)}</Note>;
  return <Note tone="ok">The table was applied.</Note>;
}

/** Shows how far a table was applied. At first, a job collects what its rows change. */
function Applying({ changeSetId }: { changeSetId: string }) {
  const { data: changeSet } = useQuery(changeSetQuery(changeSetId));
  if (changeSet?.state === 'applying') return <ApplyProgress changeSet={changeSet} />;
  return (
    <>
      <Note tone="info">The table is being applied. You can leave this page; the import continues.</Note>
      {changeSet?.state === 'draft' && <StopChange id={changeSetId} />}
    </>
  );
}
