import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import type { FieldError } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { EmptyState } from '@/components/EmptyState';
import { notifyDone } from '@/components/notify';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';
import { AddressBar } from './add/AddressBar';
import { Proposal } from './add/Proposal';
import { Queue } from './add/Queue';
import { useProposal } from './add/use-proposal';
import { DraftOffer } from './form/DraftOffer';
import { EndpointRows } from './form/EndpointRows';
import { EssentialFields } from './form/EssentialFields';
import classes from './form/form.module.css';
import { LeaveGuard, SAVED } from './form/LeaveGuard';
import { MoreFields } from './form/MoreFields';
import { endpointRows, sourceCreate } from './form/patch';
import { markDuplicate, placeProblem, wrongFields } from './form/place-problem';
import { ProblemNote } from './form/ProblemNote';
import { SaveBar, SaveKeys } from './form/SaveBar';
import { useDraft } from './form/use-draft';
import { useSaveKeys } from './form/use-save-keys';
import { FORM_ORDER, useSourceForm } from './form/use-source-form';
import { EMPTY_SOURCE, type SourceValues } from './form/values';
import { useCreateSource } from './source.mutations';

export function Component() {
  const canWrite = useCanWrite();
  return (
    <>
      <PageHeader title="Add a source" />
      {canWrite ? (
        <NewSourceForm />
      ) : (
        <EmptyState
          icon="info"
          title="Your role lets you look, not change"
          actions={
            <Button component={Link} to={paths.sources} variant="default">
              Back to the sources
            </Button>
          }
        >
          An administrator of this tool can make you an editor.
        </EmptyState>
      )}
    </>
  );
}

function NewSourceForm() {
  const navigate = useNavigate();
  const create = useCreateSource();
  const { form, more, reveal } = useSourceForm(EMPTY_SOURCE);
  const draft = useDraft(form, 'new');
  const [problem, setProblem] = useState<{ error: unknown; rest: FieldError[] } | null>(null);
  const { isDirty } = form.formState;
  const proposal = useProposal(form);
  const [queue, setQueue] = useState<{ addresses: string[]; at: number }>({ addresses: [], at: 0 });
  // Which feeds are chosen is a part of the form; the list of them follows it.
  useWatch({ control: form.control, name: 'endpoints' });

  function begin(addresses: string[], at = 0) {
    setQueue({ addresses, at });
    setProblem(null);
    if (at > 0) form.reset(EMPTY_SOURCE);
    const address = addresses[at];
    if (address !== undefined) void proposal.start(address);
  }

  /** On to the next of several addresses; false when there is none. */
  function goOn(): boolean {
    const more = queue.at + 1 < queue.addresses.length;
    if (more) begin(queue.addresses, queue.at + 1);
    return more;
  }

  const saveAs = (lifecycle: 'active' | 'draft') =>
    form.handleSubmit(
      async (values: SourceValues) => {
        setProblem(null);
        try {
          const source = await create.mutateAsync(sourceCreate(values, lifecycle));
          draft.discard();
          notifyDone(lifecycle === 'active' ? `“${source.name}” is added.` : `“${source.name}” is saved as a draft.`);
          if (goOn()) return;
          await navigate(queue.addresses.length > 1 ? paths.sources : paths.source(source.id), { state: SAVED });
        } catch (error) {
          const { placed, rest } = placeProblem(form, error, FORM_ORDER, endpointRows(values));
          markDuplicate(form, error);
          if (placed.length === 0 || rest.length > 0) setProblem({ error, rest });
          reveal(placed);
        }
      },
      (errors) => reveal(wrongFields(errors)),
    )();

  useSaveKeys(() => {
    if (!create.isPending) void saveAs('active');
  });

  return (
    <FormProvider {...form}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saveAs('active');
        }}
      >
        {draft.found && <DraftOffer draft={draft.found} onRestore={draft.restore} onDiscard={draft.discard} />}
        <AddressBar busy={proposal.busy} onSearch={begin} onStop={proposal.stop} />
        <Queue
          {...queue}
          onSkip={() => {
            if (!goOn()) void navigate(paths.sources, { state: SAVED });
          }}
        />
        {proposal.found && (
          <Proposal
            found={proposal.found}
            busy={proposal.busy}
            error={proposal.error}
            chosen={proposal.isChosen}
            onChoose={proposal.choose}
          />
        )}
        <div className={classes.group}>
          <EssentialFields isNew />
          <div className={classes.wide}>
            <EndpointRows found={proposal.found?.candidates.map(({ url }) => url)} />
          </div>
        </div>
        <MoreFields open={false} ref={more} />
        <SaveBar problem={problem && <ProblemNote {...problem} />} status={<SaveKeys />}>
          <Button
            variant="default"
            loading={create.isPending && create.variables.lifecycle === 'draft'}
            disabled={create.isPending}
            onClick={() => void saveAs('draft')}
          >
            Save as draft
          </Button>
          <Button
            type="submit"
            loading={create.isPending && create.variables.lifecycle === 'active'}
            disabled={create.isPending}
          >
            Save and start
          </Button>
        </SaveBar>
      </form>
      <LeaveGuard when={isDirty} onDiscard={draft.discard} />
    </FormProvider>
  );
}
