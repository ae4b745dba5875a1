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
import { AddressError } from '@/components/AddressError';
import { Icon } from '@/components/Icon';
import { type ParsedAddress, extractCredentials } from '@/lib/credentials';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './AddressBar.module.css';
import { existingSourceText } from './entry-status';
import { MAX_ADDRESSES, parseAddresses, parsePasted } from './parse-addresses';
import { TooManyAddressesNote } from './TooManyAddressesNote';
import { UnrecognizedLinesNote } from './UnrecognizedLinesNote';
import { useLookup } from './use-lookup';

const DESCRIPTION =
  'Paste the address of a homepage, section, article or feed. To add several sources, paste one address per line.';

interface Props {
  /** A discovery runs for the only address. */
  isSearching: boolean;
  /** The addresses are added to a list that is shown below. */
  compact: boolean;
  /** The number of addresses that can still be added. */
  capacity: number;
  /** The existing source that the page already shows below. */
  shownSourceId: string | undefined;
  /** The address whose result, including its errors, the page already shows below. */
  shownAddress: string;
  /** `isAddition`: the addresses belong to those that were submitted before. */
  onSubmit: (addresses: ParsedAddress[], isAddition: boolean) => void;
  onStop: () => void;
  /** A note about the last address. */
  note?: ReactNode;
  /** An address to submit at once, from the link that opened the page. */
  initialAddress?: string;
}

/**
 * The field for addresses. Looks an address up in the register while it is typed; pasting or
 * dropping addresses starts the discovery.
 */
export function AddressBar(props: Props) {
  const { isSearching, compact, capacity, shownSourceId, shownAddress, onSubmit, onStop, note } = props;
  const { initialAddress = '' } = props;
  const [text, setText] = useState(initialAddress);
  const [rejected, setRejected] = useState<string[] | null>(null);
  const [unrecognized, setUnrecognized] = useState<string[]>([]);
  const [repeated, setRepeated] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const initialize = useEffectEvent(() => {
    field.current?.focus();
    if (initialAddress) submitText(initialAddress);
  });
  useEffect(() => {
    initialize();
  }, []);
  const { existing, error, suggestion } = useLookup(text);
  const message = text === shownAddress ? undefined : error;

  function submitText(value: string, isAddition = false) {
    const pasted = parsePasted(value);
    const { addresses } = pasted;
    setUnrecognized(pasted.unrecognized);
    setRepeated(pasted.repeated);
    setRejected(addresses.length > capacity ? addresses : null);
    if (addresses.length > 0 && addresses.length <= capacity) submit(addresses, isAddition);
  }

  function applySuggestion(address: string) {
    field.current?.focus(); // the focused button is removed with the error
    submitText(address);
  }

  function submit(addresses: string[], isAddition = false) {
    const pasted = addresses.map(extractCredentials);
    setRejected(null);
    // A single address stays in the field, without its password; several are shown in the list.
    setText(pasted.length === 1 ? pasted[0]!.address : '');
    onSubmit(pasted, isAddition);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    const replacesText = text === '' || isAllSelected(event.currentTarget);
    if (!replacesText || !/[./]/.test(pasted)) return; // inserted into the typed text by the browser
    event.preventDefault();
    setText(parseAddresses(pasted).slice(0, MAX_ADDRESSES).join(' '));
    submitText(pasted);
  }

  function onDrop(event: DragEvent<HTMLInputElement>) {
    const dropped = event.dataTransfer.getData('text');
    if (!dropped) return;
    event.preventDefault(); // the browser would join the lines
    submitText(dropped);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    submitText(text);
  }

  return (
    <div className={`card ${classes.bar}`} data-compact={compact || undefined}>
      <TextInput
        ref={field}
        data-autofocus
        label="Site or feed address"
        description={compact ? undefined : DESCRIPTION}
        placeholder="https://…"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={100_000}
        value={text}
        error={
          (message ?? suggestion) && <AddressError message={message} suggestion={suggestion} onUse={applySuggestion} />
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={onPaste}
        onDrop={onDrop}
        onKeyDown={onKeyDown}
        inputContainer={(input) => (
          <div className={classes.line}>
            {input}
            {isSearching ? (
              <Button variant="default" onClick={onStop}>
                Stop searching
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<Icon name="search" />}
                disabled={text.trim() === ''}
                onClick={() => submitText(text)}
              >
                Find feeds
              </Button>
            )}
          </div>
        )}
      />
      <div className={`hint ${classes.note}`} role="status">
        {existing && !isSearching && existing.source_id !== shownSourceId ? (
          <span data-tone="warn">
            <Icon name="warning" /> {existingSourceText(existing.why)}{' '}
            <Link to={paths.source(existing.source_id)}>{existing.source_name}</Link>
          </span>
        ) : (
          note
        )}
        {repeated > 0 && (
          <span>{formatCount(repeated, 'repeated address was', 'repeated addresses were')} left out.</span>
        )}
      </div>
      {unrecognized.length > 0 && (
        <UnrecognizedLinesNote
          key={unrecognized.join('\n')}
          lines={unrecognized}
          onAdd={(corrected) => submitText(corrected, true)}
          onDismiss={() => setUnrecognized([])}
        />
      )}
      {rejected && (
        <TooManyAddressesNote
          count={rejected.length}
          capacity={capacity}
          onUseFirst={() => submit(rejected.slice(0, capacity))}
        />
      )}
    </div>
  );
}

function isAllSelected({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
