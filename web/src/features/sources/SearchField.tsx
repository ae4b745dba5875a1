import { ActionIcon, Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { Icon } from '@/components/Icon';
import { useSearchText } from '@/components/use-search-text';
import classes from './SearchField.module.css';

interface Props {
  value: string;
  onChange: (text: string, options: { replace: boolean }) => void;
  /** Requests the rows of a search. */
  prepare: (text: string) => Promise<unknown>;
}

export function SearchField({ value, onChange, prepare }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // All changes until the field loses the focus are one history entry.
  const searching = useRef(false);
  const { text, type, searchNow } = useSearchText(
    value,
    (searchText) => {
      onChange(searchText, { replace: searching.current });
      searching.current = true;
    },
    prepare,
  );
  function focusOnSlash(event: KeyboardEvent) {
    if ((event.target as Element).closest('[role="dialog"]')) return;
    input.current?.focus();
    input.current?.select();
  }
  // On keyboards such as the Spanish one "/" is typed with Shift.
  useHotkeys([
    ['/', focusOnSlash],
    ['shift + /', focusOnSlash],
  ]);

  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label="Search sources"
      aria-keyshortcuts="/"
      placeholder="Search name, domain, address …"
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      leftSection={<Icon name="search" />}
      rightSection={
        text ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Clear search"
            onClick={() => {
              searchNow('');
              input.current?.focus();
            }}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        ) : (
          <Kbd className={classes.hint} aria-hidden="true">
            /
          </Kbd>
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        // Now, because a search that becomes due while a link loads the next page would cancel its
        // navigation.
        searchNow(text);
        searching.current = false;
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') searchNow(text);
        // preventDefault: Safari clears a search field on Escape without a change event.
        if (event.key === 'Escape' && text) {
          event.preventDefault();
          searchNow('');
        }
      }}
    />
  );
}
