import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Endpoint, EndpointCreate, FieldError, Source } from '@/api/gen/types.gen';
import { applyFieldErrors } from '@/components/form/field-errors';
import { setDuplicateError } from '../form/duplicate-error';
import { buildSourceCreate, buildSourcePatch, clearUnusedPause } from '../form/patch';
import { isStaleVersion, useConflict } from '../form/use-conflict';
import { PATCH_FIELDS, toSourceValues, type SourceField, type SourceValues } from '../form/values';
import { useCreateSource, useUpdateSource } from '../source.mutations';

interface Options {
  id: string;
  form: UseFormReturn<SourceValues>;
  /** The last known version of a source that another member deleted. It is added again with the values of the form. */
  deleted: Source | undefined;
  focusFirstField: (names: string[]) => void;
  onSaved: () => void;
  onAddedAgain: (source: Source) => void;
}

/** Saves the changed fields of a source, and handles conflicts, field errors and deleted sources. */
export function useSaveSource({ id, form, deleted, focusFirstField, onSaved, onAddedAgain }: Options) {
  const update = useUpdateSource();
  const create = useCreateSource();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<{ error: unknown; unassigned: FieldError[] } | null>(null);
  const { conflict, handleStaleVersion, chooseSide, clearConflict } = useConflict<SourceValues, SourceField>({
    sourceId: id,
    form,
    fields: PATCH_FIELDS,
    // An archived source cannot be saved. The settings tab shows a note and keeps the form until it is unarchived.
    readLatest: (source) =>
      source.lifecycle === 'archived' ? null : { values: toSourceValues(source), updatedAt: source.updated_at },
  });

  async function save(values: SourceValues): Promise<void> {
    setProblem(null);
    setSaving(true); // until a conflict is merged and sent again
    if (deleted) await addAgain(values, deleted.endpoints);
    else await send(form.formState.defaultValues as SourceValues, values);
    setSaving(false);
  }

  async function send(base: SourceValues, values: SourceValues): Promise<void> {
    const patch = buildSourcePatch(base, values);
    if (Object.keys(patch).length === 0) return finish(base);
    try {
      finish(toSourceValues(await update.mutateAsync({ id, version: base.version, patch })));
    } catch (error) {
      if (isStaleVersion(error)) await mergeAndResend(error, base, values);
      else showProblem(error);
    }
  }

  async function addAgain(values: SourceValues, endpoints: Endpoint[]): Promise<void> {
    const body = buildSourceCreate(values, values.lifecycle === 'active' ? 'active' : 'draft');
    try {
      const added = await create.mutateAsync({ ...body, endpoints: endpoints.map(toEndpointCreate) });
      form.reset(values);
      onSaved();
      onAddedAgain(added);
    } catch (error) {
      showProblem(error);
    }
  }

  function finish(saved: SourceValues) {
    form.reset(saved);
    clearConflict();
    onSaved();
  }

  async function mergeAndResend(error: unknown, base: SourceValues, mine: SourceValues) {
    try {
      const outcome = await handleStaleVersion(error, base, clearUnusedPause(mine));
      if (outcome.type === 'resend') await send(outcome.base, outcome.values);
    } catch (readError) {
      setProblem({ error: readError, unassigned: [] });
    }
  }

  function showProblem(error: unknown) {
    const { assigned, unassigned } = applyFieldErrors(form, error, PATCH_FIELDS);
    setDuplicateError(form, error);
    if (assigned.length === 0 || unassigned.length > 0) setProblem({ error, unassigned });
    focusFirstField(assigned);
  }

  /** Clears the result of the last save. */
  function clearProblems() {
    setProblem(null);
    clearConflict();
  }

  return { save, saving, problem, conflict, chooseSide, clearProblems };
}

/** Returns the request body that adds an endpoint again. Its credentials are not known. */
function toEndpointCreate(endpoint: Endpoint): EndpointCreate {
  const { url, kind, name, section, language, charset, default_zone, identity_policy, recipe, schedule } = endpoint;
  return { url, kind, name, section, language, charset, default_zone, identity_policy, recipe, schedule };
}
