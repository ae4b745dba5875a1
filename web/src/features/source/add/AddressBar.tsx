import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { lookUpAddress } from '@/api/gen/sdk.gen';
import { Icon } from '@/components/Icon';
import { paths } from '@/lib/paths';
import classes from './add.module.css';
import { addressesIn } from './discovery';
import { useSettled } from './use-settled';
import { existingText } from './words';

/** How long a person pauses before what they typed is looked up. */
const PAUSE_MS = 250;

function lookupQuery(address: string) {
  return {
    queryKey: ['lookup', address],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await lookUpAddress({ query: { address }, signal })).data,
    enabled: address.length > 3,
  };
}

interface Props {
  busy: boolean;
  onSearch: (addresses: string[]) => void;
  onStop: () => void;
}

/** Where any address is pasted. What is already there is said while typing; a paste begins the search by itself. */
export function AddressBar({ busy, onSearch, onStop }: Props) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // From paste to save without the mouse.
  useEffect(() => field.current?.focus(), []);
  const settled = useSettled(text.trim(), PAUSE_MS);
  const { data: lookup } = useQuery(lookupQuery(settled));
  const typing = settled !== text.trim();
  const wrong = lookup && !lookup.valid && !typing && settled.length > 8 && addressesIn(settled).length === 1;

  function go(value: string) {
    const addresses = addressesIn(value);
    if (addresses.length > 0) onSearch(addresses);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    if (text !== '' || !/[./]/.test(pasted)) return; // a part of what is being typed
    event.preventDefault();
    setText(addressesIn(pasted).join(' '));
    go(pasted);
  }

  function key(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // it searches; it doesn't save
    go(text);
  }

  return (
    <div className={classes.bar}>
      <div className={classes.barLine}>
        <TextInput
          ref={field}
          className={classes.address}
          data-autofocus
          label="Paste any address"
          description="A homepage, a section, an article, a feed. Several at once are gone through one by one."
          placeholder="https://…"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={100_000}
          value={text}
          error={wrong ? lookup.detail : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onPaste={paste}
          onKeyDown={key}
        />
        {busy ? (
          <Button className={classes.find} variant="default" onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button
            className={classes.find}
            variant="default"
            leftSection={<Icon name="search" />}
            disabled={text.trim() === ''}
            onClick={() => go(text)}
          >
            Find feeds
          </Button>
        )}
      </div>
      <div className={classes.known} role="status">
        {lookup?.existing && !typing && !busy && (
          <>
            <Icon name="warning" /> {existingText(lookup.existing)}{' '}
            <Link to={paths.source(lookup.existing.source_id)}>{lookup.existing.source_name}</Link>
          </>
        )}
      </div>
    </div>
  );
}
