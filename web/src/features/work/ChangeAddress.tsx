import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { describeError } from '@/api/describe-error';
import type { Endpoint, EndpointPatch, Preview } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { notifySuccess } from '@/components/notify';
import { extractCredentials } from '@/lib/credentials';
import { verdictOf } from '@/lib/fetch-verdict';
import { usePatchEndpoint, usePreviewAddress } from './fix.queries';
import classes from './fix.module.css';

/** The number of items of a test that are shown. */
const SHOWN_ITEMS = 3;

interface Props {
  endpoint: Endpoint;
  onClose: () => void;
}

/** Changes the address of an endpoint, after a test if the member asks for one. */
export function ChangeAddress({ endpoint, onClose }: Props) {
  const [text, setText] = useState(endpoint.url);
  const test = usePreviewAddress();
  const change = usePatchEndpoint();
  const { address: url, credentials } = extractCredentials(text);
  const isChanged = url !== '' && url !== endpoint.url;
  const preview = test.variables?.url === url ? test.data : undefined;

  function runTest() {
    if (!test.isPending) test.mutate({ endpoint_id: endpoint.id, url, ...(credentials && { credentials }) });
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    if (!isChanged || change.isPending) return;
    const patch: EndpointPatch = { url, ...(credentials && { credentials }) };
    if (preview?.kind && preview.kind !== endpoint.kind) patch.kind = preview.kind;
    try {
      await change.mutateAsync({ endpoint, patch });
      notifySuccess('The address was changed and will be checked next.');
      onClose();
    } catch {
      // Shown below the field.
    }
  }
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        label="Address"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        ref={focusOnMount}
      />
      {preview && <TestResult preview={preview} />}
      {[test.error, change.error].map(
        (error, index) =>
          error && (
            <Note key={index} tone="bad">
              {describeError(error).text || describeError(error).heading}
            </Note>
          ),
      )}
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onClose} disabled={change.isPending}>
          Cancel
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="pulse" size={14} />}
          loading={test.isPending}
          onClick={runTest}
        >
          Test
        </Button>
        <Button size="compact-sm" type="submit" loading={change.isPending} disabled={!isChanged}>
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
        <ul className={classes.items}>
          {preview.preview.slice(0, SHOWN_ITEMS).map(({ title: item, url, identity }) => (
            <li key={identity}>{item || url}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}
