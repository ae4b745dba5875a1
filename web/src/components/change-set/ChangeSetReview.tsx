import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ChangeSet } from '@/api/gen/types.gen';
import { loadError } from '@/api/load-error';
import { changeSetQuery } from '@/entities/change-set/change-set.queries';
import { paths } from '@/lib/paths';
import { ErrorState } from '../ErrorState';
import { Note } from '../Note';
import { SkeletonRows } from '../SkeletonRows';
import { StaleNote } from '../StaleNote';
import { useRestoreFocus } from '../use-restore-focus';
import { ApplyForm } from './ApplyForm';
import { ApplyProgress } from './ApplyProgress';
import { ChangePreview } from './ChangePreview';
import { ChangeResult } from './ChangeResult';
import { Answer, ProposedChangeNote } from './ProposedChangeNote';
import { useRefetchChanged } from './use-refetch-changed';

interface Props {
  id: string;
  /** Returns to the form of the change. */
  onBack?: () => void;
  /** An input that changes the draft; shown above its preview. */
  choice?: ReactNode;
  /** Whether the page of the change set contains it, with the title. */
  isOnPage?: boolean;
  /** Shows another change set instead, such as the undo of this one. */
  onReplace: (changeSet: ChangeSet) => void;
  onClose: () => void;
}

/** The preview of a change set, its application with the progress, and its result with Undo. */
export function ChangeSetReview({ id, choice, isOnPage = false, onBack, onReplace, onClose }: Props) {
  const query = useQuery(changeSetQuery(id));
  const changeSet = query.data;
  useRefetchChanged(changeSet);
  // The pressed button is replaced by those of the next state.
  const content = useRestoreFocus<HTMLDivElement>(changeSet?.state);
  const error = loadError(query);
  if (error) {
    return (
      <ErrorState
        title="The change could not be loaded"
        error={error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!changeSet) return <SkeletonRows rows={6} />;
  const { state } = changeSet;
  return (
    <div className="stack-16" ref={content}>
      {!isOnPage && <StaleNote query={query} />}
      {!isOnPage && <p className="heading">{changeSet.title}</p>}
      {state === 'draft' && (
        <>
          {choice}
          <ChangePreview changeSet={changeSet} isOnPage={isOnPage} />
          <ApplyForm key={changeSet.id} changeSet={changeSet} onBack={onBack} onClose={onClose} />
        </>
      )}
      {state === 'proposed' && <ProposedChangeNote changeSet={changeSet} isOnPage={isOnPage} />}
      <Answer changeSet={changeSet} />
      {state === 'applying' && <ApplyProgress changeSet={changeSet} />}
      {(state === 'applied' || state === 'applied_in_part' || state === 'not_applied') && (
        <ChangeResult changeSet={changeSet} onUndo={onReplace} onClose={isOnPage ? undefined : onClose} />
      )}
      {state === 'cancelled' && <Note tone="info">{endText(changeSet)}</Note>}
      {state !== 'draft' && !isOnPage && (
        <Anchor component={Link} to={paths.changeSet(id)}>
          Open this change
        </Anchor>
      )}
    </div>
  );
}

/** Returns why a cancelled change set has ended. */
function endText({ started_at: startedAt, proposed_at: proposedAt, stopped }: ChangeSet): string {
  if (startedAt) return `This change was stopped before anything was changed.${stopped ? ` ${stopped}` : ''}`;
  if (stopped) return `This change was not applied. ${stopped}`;
  if (proposedAt) return 'This proposal was withdrawn. Nothing was changed.';
  return 'This change was discarded. Nothing was changed.';
}
