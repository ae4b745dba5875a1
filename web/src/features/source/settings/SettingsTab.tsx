import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Source } from '@/api/gen/types.gen';
import { useProposes } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { ChangedNote } from '@/components/form/ChangedNote';
import { ConflictPanel } from '@/components/form/ConflictPanel';
import { LeaveGuard, SKIP_LEAVE_GUARD } from '@/components/form/LeaveGuard';
import { isSameValue } from '@/components/form/merge';
import { ProblemNote } from '@/components/form/ProblemNote';
import { SaveBar, SaveShortcut } from '@/components/form/SaveBar';
import { UnsavedDraftNote } from '@/components/form/UnsavedDraftNote';
import { useDraft } from '@/components/form/use-draft';
import { useSaveHotkeys } from '@/components/form/use-save-hotkeys';
import { Note } from '@/components/Note';
import { notifySuccess } from '@/components/notify';
import { paths } from '@/lib/paths';
import { removeCredentials } from '../form/credentials';
import { EssentialFields } from '../form/EssentialFields';
import { LogoField } from '../form/LogoField';
import { MoreFields } from '../form/MoreFields';
import { useSourceForm } from '../form/use-source-form';
import { EMPTY_SOURCE, MORE_FIELDS, toSourceValues, type SourceValues } from '../form/values';
import { useSaveSource } from './use-save-source';
import classes from '@/components/form/form.module.css';

interface Props {
  source: Source;
  /** Another member deleted the source while the form was open. */
  isDeleted?: boolean;
}

/**
 * The settings form of an existing source. A deleted one is added again with the values of the
 * form.
 */
export function SettingsTab({ source, isDeleted = false }: Props) {
  const navigate = useNavigate();
  const form = useSourceForm(toSourceValues(source));
  const draft = useDraft(form, source.id, removeCredentials);
  const { submit, formProps, saving, problem, conflict, isOutdated, chooseSide, clear } = useSaveSource({
    form,
    source,
    isDeleted,
    onSaved: draft.discard,
    onAddedAgain: ({ id, name }) => {
      notifySuccess(`“${name}” is added again.`);
      void navigate(paths.source(id), { replace: true, state: SKIP_LEAVE_GUARD });
    },
  });
  const { isDirty } = form.formState;
  const proposes = useProposes();
  const [moreOpen] = useState(() => hasMore(toSourceValues(source)));
  const archived = source.lifecycle === 'archived';
  useSaveHotkeys(() => {
    if ((isDirty || isDeleted) && !archived && !saving) submit();
  });

  function discard() {
    draft.discard();
    clear();
    form.reset(toSourceValues(source));
  }

  if (archived && !isDirty) return <Archived />;
  return (
    <FormProvider {...form}>
      <form className={`stack-16 ${classes.form}`} {...formProps}>
        {draft.found && <UnsavedDraftNote draft={draft.found} onRestore={draft.restore} onDiscard={draft.discard} />}
        {archived && (
          <Note tone="warn">
            This source was archived while you were editing, so you cannot change it. Your changes are kept: unarchive
            the source, then save.
          </Note>
        )}
        {!archived && isOutdated && <ChangedNote by={source.updated_by.name} at={source.updated_at} />}
        {conflict && !archived && <ConflictPanel conflict={conflict} control={form.control} onChoose={chooseSide} />}
        <fieldset className={classes.fields} disabled={archived}>
          <div className={`card ${classes.group}`}>
            <EssentialFields logo={proposes ? null : <LogoField source={source} />} />
          </div>
          <MoreFields open={moreOpen} />
        </fieldset>
        {!archived && (
          <SaveBar
            problem={problem && <ProblemNote {...problem} currentSourceId={source.id} />}
            status={
              isDeleted ? (
                'Its endpoints are added too.'
              ) : isDirty ? (
                <>
                  {proposes ? 'Not proposed yet.' : 'Not saved yet.'} <SaveShortcut />
                </>
              ) : (
                !proposes && 'Everything is saved.'
              )
            }
          >
            {isDirty && !isDeleted && (
              <Button variant="default" onClick={discard} disabled={saving}>
                Discard changes
              </Button>
            )}
            <Button type="submit" loading={saving} disabled={!isDirty && !conflict && !isDeleted}>
              {isDeleted ? 'Add the source again' : conflict ? 'Save my choice' : proposes ? 'Propose change' : 'Save'}
            </Button>
          </SaveBar>
        )}
      </form>
      <LeaveGuard when={isDirty} onDiscard={draft.discard} />
    </FormProvider>
  );
}

function Archived() {
  return (
    <EmptyState icon="archive" title="This source is archived">
      You cannot change an archived source, and its endpoints are not checked. To edit it, unarchive it first.
    </EmptyState>
  );
}

/** Reports whether a field in the section "More" has a value, so that the section starts open. */
function hasMore(values: SourceValues): boolean {
  return MORE_FIELDS.some((field) => !isSameValue(values[field], EMPTY_SOURCE[field]));
}
