import { useEffect, useRef } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { ApiProblem } from '@/api/problem';
import { useSaveHotkeys } from '@/components/form/use-save-hotkeys';
import { EndpointRows } from '../form/EndpointRows';
import { EssentialFields } from '../form/EssentialFields';
import { MoreFields } from '../form/MoreFields';
import type { AddressQueue } from './address-queue';
import { AddSaveBar } from './AddSaveBar';
import classes from './AddSources.module.css';
import { ClosedEntryNote } from './ClosedEntryNote';
import { DiscoveryResult } from './DiscoveryResult';
import {
  endpointRowsOf,
  type Entry,
  existingSource,
  isClosed,
  mayHaveNewFeeds,
  originsOf,
  pickCandidates,
  proposedLogo,
  type SavedSource,
} from './entry';
import { ExistingSourceNote } from './ExistingSourceNote';
import { ProposedLogo } from './ProposedLogo';
import { QueueFinishedNote } from './QueueFinishedNote';
import { QueueNavigation } from './QueueNavigation';
import { SecondSourceReason } from './SecondSourceReason';
import { useEntryForm } from './use-entry-form';
import { useHomepageLookup } from './use-homepage-lookup';
import { type SaveAction, useSave } from './use-save';
import formClasses from '@/components/form/form.module.css';

interface Props {
  queue: AddressQueue;
  entry: Entry;
  total: number;
  /** All entries of the list are saved or skipped. */
  isFinished: boolean;
  isSavingAll: boolean;
  onSaved: (position: number, source: SavedSource, action: SaveAction) => void;
  onSkip: () => void;
  onAddMore: () => void;
}

/** The form of the open entry, with the result of its discovery. Mounted once per entry. */
export function EntryEditor({ queue, entry, total, isFinished, isSavingAll, onSaved, onSkip, onAddMore }: Props) {
  const { position, phase, discovery } = entry;
  const form = useEntryForm(queue, entry);
  const { saveAs, addTo, action, problem } = useSave({ form, queue, entry, onSaved });
  const isSecondSource = useWatch({ control: form.control, name: 'allow_duplicate' });
  useHomepageLookup(queue, entry, form.control);
  const existing = existingSource(entry);
  const target = existing && !isSecondSource ? { id: existing.source_id, name: existing.source_name } : undefined;
  const isList = total > 1;
  const closed = isList && (isClosed(entry) || phase.name === 'duplicate');
  const isBusy = action !== null || isSavingAll || phase.name === 'saving';

  // The note is shown below the homepage field if it concerns the homepage that the user entered.
  const isAboutHomepage = existing !== undefined && existing === entry.homepageAnswer?.existing;
  const existingNote = existing && (
    <ExistingSourceNote
      existing={existing}
      hasNewFeeds={mayHaveNewFeeds(entry)}
      isSecondSource={isSecondSource}
      onChangeSecondSource={(wanted) => form.setValue('allow_duplicate', wanted, { shouldDirty: true })}
      opensNewTab={isList}
    />
  );
  // The problem of a refused duplicate ends when the homepage is corrected.
  const isObsolete = !existing && problem?.error instanceof ApiProblem && problem.error.code === 'duplicate_source';

  const navigation = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused element may have belonged to the previous entry or to the form that was closed.
    if (document.activeElement === document.body) navigation.current?.focus({ preventScroll: true });
  }, [closed]);

  function save() {
    if (isBusy || closed) return;
    if (target) void addTo(target);
    else void saveAs('active');
  }

  useSaveHotkeys(save);

  return (
    <FormProvider {...form}>
      <form
        className={`stack-16 ${formClasses.form} ${classes.main}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {isFinished && <QueueFinishedNote entries={queue.state.entries} onAddMore={onAddMore} />}
        {isList && (
          <QueueNavigation
            ref={navigation}
            entry={entry}
            total={total}
            onOpen={queue.open}
            onSkip={onSkip}
            onUndoSkip={() => queue.search(position)}
          />
        )}
        {closed ? (
          <ClosedEntryNote
            phase={phase}
            duplicateOf={phase.name === 'duplicate' ? queue.entry(phase.of)?.address : undefined}
            onOpen={queue.open}
            onSearch={() => queue.search(position)}
          />
        ) : (
          <>
            {!isAboutHomepage && existingNote}
            {phase.name !== 'manual' && (
              <DiscoveryResult
                queue={queue}
                entry={entry}
                onSelect={(urls, selected) =>
                  queue.update(position, (before) => pickCandidates(before, urls, selected))
                }
                onSearchAgain={() => queue.search(position)}
              />
            )}
            {existing && isSecondSource && <SecondSourceReason existingName={existing.source_name} />}
            <div className={`card ${formClasses.group}`}>
              <EssentialFields
                isNew
                from={originsOf(entry)}
                homepageNote={isAboutHomepage && existingNote}
                logo={
                  <ProposedLogo
                    logo={proposedLogo(entry)}
                    onRemove={() => queue.update(position, (before) => ({ ...before, withoutLogo: true }))}
                  />
                }
              />
              <div className={formClasses.wide}>
                <EndpointRows hasCandidates={discovery.candidates.some(({ kind }) => kind)} />
              </div>
            </div>
            <MoreFields open={false} />
            <AddSaveBar
              targetName={target?.name}
              endpointCount={endpointRowsOf(entry).length}
              hasNext={isList}
              action={action}
              isBusy={isBusy}
              problem={isObsolete ? null : problem}
              onSaveDraft={() => void saveAs('draft')}
            />
          </>
        )}
      </form>
    </FormProvider>
  );
}
