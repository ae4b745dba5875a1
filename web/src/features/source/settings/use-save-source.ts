import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { Endpoint, EndpointCreate, Source } from '@/api/gen/types.gen';
import { isStaleVersion } from '@/components/form/conflict';
import { useSave } from '@/components/form/use-save';
import { useCreateSource, useUpdateSource } from '@/entities/source/source.mutations';
import { latestSourceQuery } from '@/entities/source/source.queries';
import { setDuplicateError } from '../form/duplicate-error';
import { buildSourceCreate, buildSourcePatch } from '../form/patch';
import { PATCH_FIELDS, toSourceValues, type SourceValues } from '../form/values';

interface Options {
  form: UseFormReturn<SourceValues>;
  source: Source;
  /**
   * Whether another member deleted the source. Saving then adds it again with the values of the
   * form.
   */
  isDeleted: boolean;
  onSaved: () => void;
  onAddedAgain: (source: Source) => void;
}

/** Saves the changed fields of a source, or adds a deleted source again. */
export function useSaveSource({ form, source, isDeleted, onSaved, onAddedAgain }: Options) {
  const { id, endpoints } = source;
  const queryClient = useQueryClient();
  const update = useUpdateSource();
  const create = useCreateSource();

  async function patch(values: SourceValues, base: SourceValues): Promise<SourceValues> {
    const changes = buildSourcePatch(base, values);
    if (Object.keys(changes).length === 0) return base;
    return toSourceValues(await update.mutateAsync({ id, version: base.version, patch: changes }));
  }
  async function addAgain(values: SourceValues): Promise<Source> {
    const body = buildSourceCreate(values, values.lifecycle === 'active' ? 'active' : 'draft');
    return create.mutateAsync({ ...body, endpoints: endpoints.map(toEndpointCreate) });
  }

  return useSave(form, {
    fields: PATCH_FIELDS,
    saved: toSourceValues(source),
    send: async (values, base) =>
      isDeleted ? { values, added: await addAgain(values) } : { values: await patch(values, base) },
    onProposed: onSaved,
    onSaved: ({ values, added }: { values: SourceValues; added?: Source }) => {
      form.reset(values);
      onSaved();
      if (added) onAddedAgain(added);
    },
    // An archived source cannot be saved. The settings tab shows a note and keeps the form until it
    // is unarchived.
    readLatest: async () => {
      const latest = await queryClient.fetchQuery(latestSourceQuery(id));
      if (latest.lifecycle === 'archived') return null;
      return { values: toSourceValues(latest), savedBy: latest.updated_by.name, savedAt: latest.updated_at };
    },
    showError: (error) => {
      setDuplicateError(form, error);
      return isStaleVersion(error);
    },
  });
}

/** Returns the request body that adds an endpoint again. Its credentials are not known. */
function toEndpointCreate(endpoint: Endpoint): EndpointCreate {
  const { url, kind, name, section, language, charset, default_zone, identity_policy, recipe, schedule } = endpoint;
  return { url, kind, name, section, language, charset, default_zone, identity_policy, recipe, schedule };
}
