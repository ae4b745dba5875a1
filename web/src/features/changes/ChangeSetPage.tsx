import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useCanPropose, useCanWrite, useMember } from '@/auth/member';
import { ChangeSetStateBadge } from '@/components/change-set/badges';
import { ChangeSetDrawer } from '@/components/change-set/ChangeSetDrawer';
import { ChangeSetReview } from '@/components/change-set/ChangeSetReview';
import { NotFound } from '@/components/NotFound';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { useMarkSeen } from '@/entities/change-set/change-set.mutations';
import { canUndo, changeSetQuery } from '@/entities/change-set/change-set.queries';
import { CHANGE_SET_ORIGIN } from '@/entities/change-set/labels';
import { labelOf } from '@/lib/labels';
import { paths } from '@/lib/paths';
import { ChangeItems } from './ChangeItems';
import classes from './changes.module.css';
import { Comments } from './Comments';
import { DecisionForm } from './DecisionForm';
import { SelectedItems } from './selected-items';
import { Undos } from './Undos';

/** A change set: its progress or result, or the decision on it, and its items. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(changeSetQuery(id));
  return (
    <QueryView
      query={query}
      errorTitle="This change could not be loaded"
      header={<PageHeader title="Change" />}
      notFound={
        <NotFound title="Change not found" to={paths.changes} linkText="Show all changes">
          No change has this address. A draft that is not applied is deleted after 7 days.
        </NotFound>
      }
    >
      {(changeSet) => <ChangeSetDetails key={id} changeSet={changeSet} />}
    </QueryView>
  );
}

function ChangeSetDetails({ changeSet }: { changeSet: ChangeSet }) {
  const [undo, setUndo] = useState<ChangeSet | null>(null);
  const navigate = useNavigate();
  const { canDecide, selectable } = useSelectable(changeSet);
  // A decision or a rebase ends the selection, because the items have other results.
  const key = `${selectable} ${changeSet.generation} ${changeSet.preview_complete}`;
  const [selection, setSelection] = useState({ key, numbers: NONE });
  const selected = selection.key === key ? selection.numbers : NONE;
  const setSelected = (numbers: ReadonlySet<number>) => setSelection({ key, numbers });
  useAnswerSeen(changeSet);
  const { created_by: author, started_at: startedAt, created_at: createdAt, reason, parent_id: parent } = changeSet;
  return (
    <>
      <PageHeader title={changeSet.title} detail={<ChangeSetStateBadge changeSet={changeSet} />} />
      <p className={`dimmed breakable ${classes.facts}`}>
        {labelOf(CHANGE_SET_ORIGIN, changeSet.origin)} by {author.name || author.email},{' '}
        <RelativeTime at={startedAt ?? createdAt} />
        {reason && `: “${reason}”`}
        {parent && (
          <>
            . It undoes <Link to={paths.changeSet(parent)}>another change</Link>.
          </>
        )}
      </p>
      <Undos id={changeSet.id} />
      <div className={classes.panel}>
        <ChangeSetReview id={changeSet.id} isOnPage onReplace={setUndo} onClose={() => void navigate(paths.changes)} />
        {canDecide && <DecisionForm changeSet={changeSet} selected={selected} />}
        {changeSet.proposed_at && <Comments changeSet={changeSet} />}
      </div>
      <SelectedItems value={{ selectable, selected, setSelected }}>
        <ChangeItems changeSet={changeSet} onUndo={setUndo} />
      </SelectedItems>
      <ChangeSetDrawer draft={undo} title="Undo the change" onClose={() => setUndo(null)} />
    </>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** Returns whether the member may decide on a proposal, and which items can be selected. */
function useSelectable(changeSet: ChangeSet) {
  const me = useMember();
  const canWrite = useCanWrite();
  const canPropose = useCanPropose();
  const canDecide = changeSet.state === 'proposed' && canWrite && changeSet.created_by.id !== me.id;
  const selectable = canDecide ? 'pending' : canPropose && canUndo(changeSet) ? 'changed' : undefined;
  return { canDecide, selectable } as const;
}

/** Records that the author has seen the answer to a proposal. */
function useAnswerSeen({ id, answer_unseen: isUnseen, created_by: author }: ChangeSet) {
  const isOwn = useMember().id === author.id;
  const { mutate } = useMarkSeen(id);
  useEffect(() => {
    if (isUnseen && isOwn) mutate(undefined);
  }, [isUnseen, isOwn, mutate]);
}
