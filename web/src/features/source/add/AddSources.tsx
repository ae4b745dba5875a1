import { useLocation, useNavigate } from 'react-router-dom';
import { LeaveGuard, SKIP_LEAVE_GUARD } from '@/components/form/LeaveGuard';
import { UnsavedDraftNote } from '@/components/form/UnsavedDraftNote';
import { notifyProposed, notifySuccess } from '@/components/notify';
import type { ParsedAddress } from '@/lib/credentials';
import { formatCount } from '@/lib/format-count';
import { requestedLookup } from '@/lib/lookup-request';
import { paths } from '@/lib/paths';
import { AddressBar } from './AddressBar';
import classes from './AddSources.module.css';
import { CredentialsNote } from './CredentialsNote';
import { existingSource, hasUnsavedChanges, isClosed, type SavedSource } from './entry';
import { EntryEditor } from './EntryEditor';
import { MAX_ADDRESSES } from './parse-addresses';
import { QueueList } from './QueueList';
import { useAddressQueue, useQueueValue } from './use-address-queue';
import type { SaveAction } from './use-save';
import { useSaveAll } from './use-save-all';

/**
 * Adds sources from one address, or from a list of addresses whose entries are saved one by one or
 * together.
 */
export function AddSources() {
  const navigate = useNavigate();
  const initialAddress = requestedLookup(useLocation().state);
  const { queue, draft, restoreDraft, discardDraft } = useAddressQueue();
  const entry = useQueueValue(queue, ({ entries, open }) => entries[open - 1] ?? entries[0]!);
  const total = useQueueValue(queue, ({ entries }) => entries.length);
  const isList = total > 1;
  const isFinished = useQueueValue(queue, ({ entries }) => isList && entries.every(isClosed));
  const saveAll = useSaveAll(queue);

  function submit(pasted: ParsedAddress[], isAddition: boolean) {
    const [single] = pasted;
    if (pasted.length === 1 && single && !isList && !isAddition) {
      queue.replace(single);
    } else {
      discardDraft();
      queue.append(pasted);
    }
  }

  function onSaved(position: number, { id, name, added = 0, isProposed }: SavedSource, action: SaveAction) {
    const isNew = action !== 'feeds';
    if (isProposed && isNew) notifyProposed({ id, title: `Add “${name}”` });
    else if (isProposed)
      notifySuccess(`${formatCount(added, 'endpoint was', 'endpoints were')} proposed for “${name}”.`);
    else
      notifySuccess(
        {
          active: `“${name}” was added.`,
          draft: `“${name}” was saved as a draft.`,
          feeds: `${formatCount(added, 'endpoint was', 'endpoints were')} added to “${name}”.`,
        }[action],
      );
    if (isList) {
      openNext(position);
    } else {
      discardDraft();
      void navigate(isProposed && isNew ? paths.changeSet(id) : paths.source(id), { state: SKIP_LEAVE_GUARD });
    }
  }

  /** Opens the next entry that is not closed: after this position, otherwise from the start. */
  function openNext(position: number) {
    const remaining = queue.state.entries.filter((other) => other.position !== position && !isClosed(other));
    const next = remaining.find((other) => other.position > position) ?? remaining[0];
    if (next) queue.open(next.position);
  }

  return (
    <div className={classes.page} data-list={isList || undefined}>
      <div className={`stack-16 ${classes.top}`}>
        {draft && !isList && <UnsavedDraftNote draft={draft} onRestore={restoreDraft} onDiscard={discardDraft} />}
        <AddressBar
          compact={isList}
          isSearching={!isList && entry.phase.name === 'searching'}
          capacity={isList ? MAX_ADDRESSES - total : MAX_ADDRESSES}
          shownSourceId={existingSource(entry)?.source_id}
          shownAddress={entry.address}
          onSubmit={submit}
          onStop={() => queue.stopOne(entry.position)}
          note={<CredentialsNote entry={entry} />}
          initialAddress={initialAddress}
        />
      </div>
      {isList && (
        <div className={classes.side}>
          <QueueList
            queue={queue}
            isSavingAll={saveAll.isSaving}
            onSaveAll={() => void saveAll.start().then(() => openNext(0))}
            onStopSaving={saveAll.stop}
          />
        </div>
      )}
      <EntryEditor
        key={entry.id}
        queue={queue}
        entry={entry}
        total={total}
        isFinished={isFinished}
        isSavingAll={saveAll.isSaving}
        onSaved={onSaved}
        onSkip={() => {
          queue.skip(entry.position);
          openNext(entry.position);
        }}
        onAddMore={() => queue.clear()}
      />
      <LeaveGuard
        when={isList ? !isFinished : hasUnsavedChanges(entry)}
        onDiscard={() => {
          discardDraft();
          queue.clear();
        }}
      />
    </div>
  );
}
