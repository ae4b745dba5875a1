import { ActionIcon, Kbd, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Icon } from '@/components/Icon';
import classes from './SearchField.module.css';
import { useSearchText } from './use-search-text';

interface Props {
  value: string;
  onChange: (text: string, options: { replace: boolean }) => void;
}

export function SearchField({ value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // One search is one step for Back, however often the typing paused.
  const searching = useRef(false);
  const { text, setText, send } = useSearchText(value, (settled) => {
    onChange(settled, { replace: searching.current });
    searching.current = true;
  });
  useSlash(() => {
    input.current?.focus();
    input.current?.select();
  });

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
            aria-label="Clear the search"
            onClick={() => {
              send('');
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
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => (searching.current = false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') send(text);
        // Safari clears a search field by itself, without telling anybody.
        if (event.key === 'Escape' && text) {
          event.preventDefault();
          send('');
        }
      }}
    />
  );
}

/** "/" goes to the search from anywhere but a place where it is typed. */
function useSlash(onSlash: () => void) {
  const latest = useRef(onSlash);
  useEffect(() => {
    latest.current = onSlash;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as Element;
      if (target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]')) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
