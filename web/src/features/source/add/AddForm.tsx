import { useEffect, useRef } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { notifySuccess } from '@/components/notify';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { UnsavedDraftNote } from '../form/UnsavedDraftNote';
import { EndpointRows } from '../form/EndpointRows';
import { EssentialFields } from '../form/EssentialFields';
import formClasses from '../form/form.module.css';
import { LeaveGuard, SKIP_LEAVE_GUARD } from '../form/LeaveGuard';
import { MoreFields } from '../form/MoreFields';
import { useDraft } from '../form/use-draft';
import { useSaveHotkeys } from '../form/use-save-hotkeys';
import { useSourceForm } from '../form/use-source-form';
import { EMPTY_SOURCE } from '../form/values';
import type { ParsedAddress } from '../form/credentials';
import classes from './AddForm.module.css';
import { AddressBar } from './AddressBar';
import { MAX_ADDRESSES } from './addresses';
import { AddSaveBar } from './AddSaveBar';
import { Aside } from './Aside';
import { CredentialsNote } from './CredentialsNote';
import { choose, type Entry, existingOf, isSettled, logoOf, mayHaveNews, origins, type Saved } from './entry';
import { Existing } from './Existing';
import { Finished } from './Finished';
import { OwnReason } from './OwnReason';
import { Proposal } from './Proposal';
import { ProposedLogo } from './ProposedLogo';
import { QueueList } from './QueueList';
import { requestedLookup } from '../lookup-request';
import { useEntryForm } from './use-entry-form';
import { useQueue, useQueuePart } from './use-queue';
import { useSave } from './use-save';
import { useSaveAll } from './use-save-all';
import { WalkBar } from './WalkBar';

/** From addresses to sources: one at a time, or many that are walked through. */
export function AddForm() {
  const navigate = useNavigate();
  const start = requestedLookup(useLocation().state);
  const { form, more, focusFirstField } = useSourceForm(EMPTY_SOURCE);
  const queue = useQueue();
  const entry = useQueuePart(queue, ({ entries, at }) => entries[at - 1]);
  const total = useQueuePart(queue, ({ entries }) => entries.length);
  const several = total > 1;
  const finished = useQueuePart(queue, ({ entries }) => several && entries.every(isSettled));
  const at = entry?.line ?? 1;
  const draft = useDraft(form, 'new', !several);
  useEntryForm(form, queue, entry?.line);
  const { isDirty } = form.formState;
  const saveAll = useSaveAll(queue);
  // Which feeds are chosen is a part of the form; the list of them follows it.
  useWatch({ control: form.control, name: 'endpoints' });

  const { saveAs, addTo, doing, problem } = useSave({ form, queue, entry, focusFirstField, onSaved });
  const existing = entry && existingOf(entry);
  const beside = useWatch({ control: form.control, name: 'allow_duplicate' });
  const target = existing && !beside ? existing : undefined;
  const twin = entry?.twin === undefined ? undefined : queue.entry(entry.twin);
  const closed = several && entry && (isSettled(entry) || twin !== undefined);
  const busy = doing !== null || saveAll.busy || entry?.phase === 'saving';

  // What had the focus may be gone with the address before.
  const where = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) where.current?.focus({ preventScroll: true });
  }, [at, closed]);

  function begin(pasted: ParsedAddress[]) {
    const [only] = pasted;
    if (pasted.length === 1 && only && !several) {
      queue.begin(only, entry ? withoutFound(entry) : structuredClone(form.getValues()), entry?.filled);
      return;
    }
    draft.discard();
    if (!several) keepTyped();
    queue.add(pasted);
  }

  /** What a person has made of one address, or typed without any, becomes the first line. */
  function keepTyped() {
    const typed = form.getValues();
    if (entry && isDirty) return;
    if (isDirty && typed.homepage_url !== '') queue.adopt(structuredClone(typed));
    else queue.clear();
  }

  function onSaved(line: number, saved: Saved, how: 'active' | 'draft' | 'feeds') {
    const said = {
      active: `“${saved.name}” is added.`,
      draft: `“${saved.name}” is saved as a draft.`,
      feeds: `${formatCount(saved.added ?? 0, 'feed is', 'feeds are')} added to “${saved.name}”.`,
    };
    notifySuccess(said[how]);
    if (several) {
      openNext(line);
      return;
    }
    draft.discard();
    void navigate(paths.source(saved.id), { state: SKIP_LEAVE_GUARD });
  }

  /** The next address with something to do: below, else from the top. */
  function openNext(line: number) {
    const left = queue.state.entries.filter((other) => other.line !== line && !isSettled(other));
    const next = left.find((other) => other.line > line) ?? left[0];
    if (next) queue.open(next.line);
  }

  function skip() {
    queue.skip(at);
    openNext(at);
  }

  function startOver() {
    queue.clear();
    form.reset(EMPTY_SOURCE);
  }

  function save() {
    if (busy || closed) return;
    if (target) void addTo(target);
    else void saveAs('active');
  }

  useSaveHotkeys(save);

  return (
    <FormProvider {...form}>
      <div className={classes.page} data-several={several || undefined}>
        <div className={classes.top}>
          {draft.found && !several && (
            <UnsavedDraftNote draft={draft.found} onRestore={draft.restore} onDiscard={draft.discard} />
          )}
          <AddressBar
            compact={several}
            busy={!several && entry?.phase === 'searching'}
            room={several ? MAX_ADDRESSES - total : MAX_ADDRESSES}
            onSearch={begin}
            onStop={() => queue.stopOne(at)}
            said={existing?.id}
            searched={entry?.address}
            note={entry && <CredentialsNote entry={entry} />}
            start={start}
          />
        </div>
        {several && (
          <div className={classes.side}>
            <QueueList
              queue={queue}
              savingAll={saveAll.busy}
              onSaveAll={() => void saveAll.start().then(() => openNext(0))}
              onStopSaving={saveAll.stop}
            />
          </div>
        )}
        <form
          className={`${formClasses.form} ${classes.main}`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {finished && <Finished entries={queue.state.entries} onAgain={startOver} />}
          {several && entry && (
            <WalkBar
              ref={where}
              entry={entry}
              of={total}
              onOpen={queue.open}
              onSkip={skip}
              onTakeUp={() => queue.searchAgain(at)}
            />
          )}
          {closed && (
            <Aside entry={entry} twin={twin} onOpen={queue.open} onSearch={() => queue.searchTwin(entry.line)} />
          )}
          {!closed && (
            <>
              {existing && (
                <Existing
                  existing={existing}
                  fresh={entry !== undefined && mayHaveNews(entry)}
                  beside={beside}
                  onBeside={(wanted) => form.setValue('allow_duplicate', wanted, { shouldDirty: true })}
                  stay={several}
                />
              )}
              {entry && isSearched(entry) && (
                <Proposal
                  key={entry.line}
                  entry={entry}
                  onChoose={(candidate, chosen) => queue.update(at, (before) => choose(before, candidate, chosen))}
                  onSearchAgain={() => queue.searchAgain(at)}
                />
              )}
              {existing && beside && <OwnReason name={existing.name} />}
              <div className={formClasses.group}>
                <EssentialFields
                  isNew
                  from={entry && origins(entry)}
                  logo={
                    <ProposedLogo
                      logo={entry && logoOf(entry)}
                      onRemove={() => queue.update(at, (before) => ({ ...before, withoutLogo: true }))}
                    />
                  }
                />
                <div className={formClasses.wide}>
                  <EndpointRows found={entry?.found.candidates.map(({ url }) => url)} />
                </div>
              </div>
              <MoreFields open={false} ref={more} />
              <AddSaveBar
                target={target}
                several={several}
                doing={doing}
                busy={busy}
                problem={problem}
                onDraft={() => void saveAs('draft')}
              />
            </>
          )}
        </form>
      </div>
      <LeaveGuard
        when={several ? !finished : isDirty}
        onDiscard={() => {
          draft.discard();
          queue.clear();
        }}
      />
    </FormProvider>
  );
}

/** Something is known of what is behind it, or soon will be. */
function isSearched({ phase, found, trouble }: Entry): boolean {
  return phase !== 'searched' || found.arrival !== undefined || found.candidates.length > 0 || trouble !== undefined;
}

/** What a person typed, without the feeds of the address before. */
function withoutFound({ values, found }: Entry): Entry['values'] {
  const urls = new Set(found.candidates.map(({ url }) => url));
  return { ...values, endpoints: values.endpoints.filter(({ url }) => !urls.has(url)) };
}
