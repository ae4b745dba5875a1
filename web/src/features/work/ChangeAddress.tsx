import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Endpoint, EndpointPatch, Preview } from '@/api/gen/types.gen';
import { Field } from '@/components/form/Field';
import { applyFieldErrors } from '@/components/form/field-errors';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { notifySuccess } from '@/components/notify';
import { verdictOf } from '@/entities/endpoint/fetch-verdict';
import { usePatchEndpoint } from '@/entities/endpoint/fix.queries';
import { usePreviewAddress } from '@/entities/endpoint/preview.queries';
import { extractCredentials } from '@/lib/credentials';
import classes from './fix.module.css';

/** The maximum number of items that the result of a test shows. */
const SHOWN_ITEMS = 3;

interface Props {
  endpoint: Endpoint;
  onClose: () => void;
}

/**
 * The form that changes the address of an endpoint. A button tests the new address before it is
 * saved.
 */
export function ChangeAddress({ endpoint, onClose }: Props) {
  const test = usePreviewAddress();
  const change = usePatchEndpoint();
  const form = useForm({ defaultValues: { url: endpoint.url } });
  const { address: url, credentials } = extractCredentials(useWatch({ control: form.control, name: 'url' }));
  const preview = test.variables?.url === url ? test.data : undefined;
  const { formProps, saving, problem } = useSave(form, {
    fields: ['url'],
    send: () => {
      const patch: EndpointPatch = { url, ...(credentials && { credentials }) };
      if (preview?.kind && preview.kind !== endpoint.kind) patch.kind = preview.kind;
      return change.mutateAsync({ endpoint, patch });
    },
    onSaved: () => {
      notifySuccess('The address was changed and will be checked next.');
      onClose();
    },
  });

  const { setFocus } = form;
  useEffect(() => setFocus('url'), [setFocus]);
  const runTest = form.handleSubmit(async () => {
    if (test.isPending) return;
    try {
      await test.mutateAsync({ endpoint_id: endpoint.id, url, ...(credentials && { credentials }) });
    } catch (error) {
      const { hasAssigned, unassigned } = applyFieldErrors(form, error, ['url']);
      if (hasAssigned && unassigned.length === 0) test.reset(); // the field shows all errors
    }
  });
  return (
    <form className={classes.form} {...formProps}>
      <Field control={form.control} name="url" inputMode="url" spellCheck={false} data-autofocus />
      {preview && <TestResult preview={preview} />}
      {test.error && <ProblemNote error={test.error} />}
      {problem && <ProblemNote {...problem} />}
      <div className="wrap">
        <Button size="compact-sm" variant="default" onClick={onClose} disabled={saving}>
          Cancel
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="pulse" size={14} />}
          loading={test.isPending}
          onClick={() => void runTest()}
        >
          Test
        </Button>
        <Button size="compact-sm" type="submit" loading={saving} disabled={url === '' || url === endpoint.url}>
          Save the address
        </Button>
      </div>
    </form>
  );
}

function TestResult({ preview }: { preview: Preview }) {
  const { tone, title, sentence } = verdictOf(preview);
  return (
    <Note tone={tone}>
      <strong>{title}.</strong> {sentence}
      {preview.preview.length > 0 && (
        <ul className={`breakable ${classes.items}`}>
          {preview.preview.slice(0, SHOWN_ITEMS).map(({ title: item, url, identity }) => (
            <li key={identity}>{item || url}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}
