import { use, useEffect, useRef, useState, type FormEvent } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { ProposedChange } from '@/api/proposed-change';
import { notifyProposed } from '../notify';
import { isStaleVersion, mergeConflict, type Latest } from './conflict';
import { DirtyContext } from './dirty-context';
import { applyFieldErrors, focusFirst, invalidFields } from './field-errors';
import { isSameValue } from './merge';
import { useConflict } from './use-conflict';

/** Why the last save was refused, with the errors that no field shows. */
export interface SaveProblem {
  error: unknown;
  unassigned: FieldError[];
}

interface Options<T extends FieldValues, Saved> {
  /** The fields that show errors and are merged in a conflict, in the order of the form. */
  fields: readonly (Path<T> & string)[];
  /** The field that shows the error of another pointer. */
  aliases?: Record<string, Path<T>>;
  /** Sends the values. `base` are the saved values that the edit started from. */
  send: (values: T, base: T) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  /**
   * The latest known saved values. A form without changes is reset to them when their version
   * changes.
   */
  saved?: T & { version: number };
  /** Reads the latest version after a conflict; null when it can no longer be edited here. */
  readLatest?: () => Promise<Latest<T> | null>;
  /** Called after the change became a proposal; the form has its former values again. */
  onProposed?: () => void;
  /** Shows an error in another way, and returns true if nothing else is to be shown. */
  showError?: (error: unknown) => boolean;
}

/**
 * Saves a form: shows errors at their fields, and merges the edits of two members into the form. A
 * save ends when its form is closed or its changes are discarded, so that a late response has no
 * effect on the form.
 */
export function useSave<T extends FieldValues, Saved>(form: UseFormReturn<T>, options: Options<T, Saved>) {
  const { fields, aliases, send, onSaved, onProposed, saved, readLatest, showError } = options;
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const { conflict, setConflict, chooseSide } = useConflict(form);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const { isDirty, defaultValues } = form.formState;
  const base = defaultValues as T;
  const reportDirty = use(DirtyContext);
  useEffect(() => {
    reportDirty(isDirty);
    return () => reportDirty(false);
  }, [isDirty, reportDirty]);
  const { reset } = form;
  useEffect(() => {
    if (saved && !isDirty && base.version !== saved.version) reset(saved);
  }, [saved, isDirty, base.version, reset]);

  function showProblem(error: unknown) {
    if (showError?.(error)) return;
    const { hasAssigned, unassigned } = applyFieldErrors(form, error, fields, { aliases });
    if (!hasAssigned || unassigned.length > 0) setProblem({ error, unassigned });
  }

  async function attempt(from: T, values: T, signal: AbortSignal): Promise<void> {
    try {
      const result = await send(values, from);
      if (signal.aborted) return;
      setConflict(null);
      onSaved(result);
    } catch (error) {
      if (error instanceof ProposedChange) {
        notifyProposed(error.changeSet); // even if the form was closed: the proposal exists
        if (signal.aborted) return;
        setConflict(null);
        reset(from);
        return onProposed?.();
      }
      if (signal.aborted) return;
      const latest = isStaleVersion(error) && readLatest ? await readLatest() : null;
      if (signal.aborted) return;
      if (!latest || !isStaleVersion(error)) return showProblem(error);
      const { merged, conflict: found } = mergeConflict(error, fields, from, values, latest);
      reset(latest.values);
      reset(merged, { keepDefaultValues: true });
      setConflict(found);
      if (!found) await attempt(latest.values, merged, signal);
    }
  }

  async function save(values: T) {
    setProblem(null);
    setSaving(true); // until a conflict is merged and sent again
    const { signal } = (running.current = new AbortController());
    try {
      await attempt(base, values, signal);
    } catch (readError) {
      if (!signal.aborted) showProblem(readError);
    } finally {
      setSaving(false);
    }
  }

  const isChanged = saved !== undefined && fields.some((field) => !isSameValue(base[field], saved[field]));
  const showInvalid = (errors: FieldErrors<T>) => focusFirst(form, invalidFields(errors), fields);
  const submit = () => void form.handleSubmit(save, showInvalid)();

  /** Ends a running save and removes its result. */
  function clear() {
    running.current?.abort();
    setProblem(null);
    setConflict(null);
  }

  return {
    submit,
    formProps: {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    },
    saving,
    problem,
    conflict,
    /** Whether another member saved other values while this form was edited. */
    isOutdated: isDirty && !saving && !conflict && isChanged,
    chooseSide,
    clear,
    showInvalid,
  };
}
