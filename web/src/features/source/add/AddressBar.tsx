import { Button, TextInput } from '@mantine/core';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '@/components/Icon';

import { paths } from '@/lib/paths';
import { type ParsedAddress, extractCredentials } from '../form/credentials';
import classes from './AddressBar.module.css';
import { addressesIn, MAX_ADDRESSES } from './addresses';
import { TooMany } from './TooMany';
import { useLookup } from './use-lookup';
import { existingText } from './words';

const DESCRIPTION =
  'A homepage, a section, an article, a feed. Or several at once: each on a line, or with blanks or commas between.';

interface Props {
  /** What is looked at is being searched. */
  busy: boolean;
  /** There is a list already, and this only adds to it. */
  compact: boolean;
  /** How many more addresses fit. */
  room: number;
  /** The source that the page tells of already. */
  said: string | undefined;
  /** The address that the page tells of already, with all that is wrong with it. */
  searched: string | undefined;
  onSearch: (addresses: ParsedAddress[]) => void;
  onStop: () => void;
  /** What there is to say about the last address. */
  note?: ReactNode;
  /** What another page asks to look at. */
  start?: string;
}

/** Where any address is pasted. What is already there is said while typing; a paste begins the search by itself. */
export function AddressBar({ busy, compact, room, said, searched, onSearch, onStop, note, start = '' }: Props) {
  const [text, setText] = useState(start);
  const [tooMany, setTooMany] = useState<string[] | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const begin = useEffectEvent(() => {
    field.current?.focus(); // from paste to save without the mouse
    if (start) go(start);
  });
  useEffect(() => {
    begin();
  }, []);
  const { existing, wrong } = useLookup(text);

  function go(value: string) {
    const addresses = addressesIn(value);
    setTooMany(addresses.length > room ? addresses : null);
    if (addresses.length > 0 && addresses.length <= room) take(addresses);
  }

  function take(addresses: string[]) {
    const pasted = addresses.map(extractCredentials);
    setTooMany(null);
    // One stays in sight, without its password; several have a list of their own.
    setText(pasted.length === 1 ? pasted[0]!.address : '');
    onSearch(pasted);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    if ((text !== '' && !isAllSelected(event.currentTarget)) || !/[./]/.test(pasted)) return; // a part of what is typed
    event.preventDefault();
    setText(addressesIn(pasted).slice(0, MAX_ADDRESSES).join(' '));
    go(pasted);
  }

  function drop(event: DragEvent<HTMLInputElement>) {
    const dropped = event.dataTransfer.getData('text');
    if (!dropped) return;
    event.preventDefault(); // which would run the lines together
    go(dropped);
  }

  function key(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // it searches; it doesn't save
    go(text);
  }

  return (
    <div className={classes.bar} data-compact={compact || undefined}>
      <TextInput
        ref={field}
        data-autofocus
        label="Paste any address"
        description={compact ? undefined : DESCRIPTION}
        placeholder="https://…"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={100_000}
        value={text}
        error={text === searched ? undefined : wrong}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={paste}
        onDrop={drop}
        onKeyDown={key}
        inputContainer={(input) => (
          <div className={classes.line}>
            {input}
            {busy ? (
              <Button variant="default" onClick={onStop}>
                Stop
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<Icon name="search" />}
                disabled={text.trim() === ''}
                onClick={() => go(text)}
              >
                Find feeds
              </Button>
            )}
          </div>
        )}
      />
      <div className={classes.known} role="status">
        {existing && !busy && existing.source_id !== said ? (
          <span data-tone="warn">
            <Icon name="warning" /> {existingText(existing.why)}{' '}
            <Link to={paths.source(existing.source_id)}>{existing.source_name}</Link>
          </span>
        ) : (
          note
        )}
      </div>
      {tooMany && <TooMany count={tooMany.length} room={room} onTake={() => take(tooMany.slice(0, room))} />}
    </div>
  );
}

function isAllSelected({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
