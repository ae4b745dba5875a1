import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { describeError } from '@/api/describe-error';
import type { Endpoint, FieldError, Problem } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { applyFieldErrors } from '@/components/form/field-errors';
import { isStaleVersion, useConflict } from '../form/use-conflict';
import {
  ENDPOINT_FIELDS,
  buildEndpointCreate,
  buildEndpointPatch,
  toEndpointValues,
  type EndpointField,
  type EndpointValues,
} from './endpoint-form';
import { useAddEndpoint, useUpdateEndpoint } from './endpoint.mutations';

interface Options {
  sourceId: string;
  /** Null for a new endpoint. */
  endpoint: Endpoint | null;
  form: UseFormReturn<EndpointValues>;
  focusFirstField: (names: string[]) => void;
  onSaved: (change: 'added' | 'saved') => void;
}

/** Adds an endpoint or saves its changed fields, and handles conflicts, duplicates and field errors. */
export function useSaveEndpoint({ sourceId, endpoint, form, focusFirstField, onSaved }: Options) {
  const add = useAddEndpoint(sourceId);
  const update = useUpdateEndpoint(sourceId);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<{ error: unknown; unassigned: FieldError[] } | null>(null);
  const [duplicate, setDuplicate] = useState<Problem['existing']>();
  const { conflict, handleStaleVersion, chooseSide } = useConflict<EndpointValues, EndpointField>({
    sourceId,
    form,
    fields: ENDPOINT_FIELDS,
    readLatest: (source) => {
      const latest = source.endpoints.find(({ id }) => id === endpoint?.id);
      return latest ? { values: toEndpointValues(latest), updatedAt: latest.updated_at } : null;
    },
  });

  async function save(values: EndpointValues): Promise<void> {
    setProblem(null);
    setDuplicate(undefined);
    setSaving(true); // until a conflict is merged and sent again
    await send(form.formState.defaultValues as EndpointValues, values);
    setSaving(false);
  }

  async function send(base: EndpointValues, values: EndpointValues): Promise<void> {
    try {
      if (endpoint) {
        const patch = buildEndpointPatch(base, values);
        if (Object.keys(patch).length > 0) {
          await update.mutateAsync({ id: endpoint.id, version: base.version, patch });
        }
      } else {
        await add.mutateAsync(buildEndpointCreate(values));
      }
      onSaved(endpoint ? 'saved' : 'added');
    } catch (error) {
      if (isStaleVersion(error)) await mergeAndResend(error, base, values);
      else showProblem(error);
    }
  }

  async function mergeAndResend(error: unknown, base: EndpointValues, mine: EndpointValues) {
    try {
      const outcome = await handleStaleVersion(error, base, mine);
      if (outcome.type === 'resend') await send(outcome.base, outcome.values);
      if (outcome.type === 'unavailable') showProblem(error);
    } catch (readError) {
      setProblem({ error: readError, unassigned: [] });
    }
  }

  function showProblem(error: unknown) {
    if (error instanceof ApiProblem && error.code === 'duplicate_endpoint') {
      // The API recognizes a duplicate by its address, so the message belongs to that field.
      setDuplicate(error.body.existing);
      form.setError('url', { type: 'server', message: describeError(error).text });
      focusFirstField(['url']);
      return;
    }
    const { assigned, unassigned } = applyFieldErrors(form, error, ENDPOINT_FIELDS);
    if (assigned.length === 0 || unassigned.length > 0) setProblem({ error, unassigned });
    focusFirstField(assigned);
  }

  return { save, saving, problem, duplicate, conflict, chooseSide };
}
