import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Icon } from '@/components/Icon';
import type { FilterEntry } from '@/entities/source/filters';
import classes from './FacetFilter.module.css';
import { FacetOptions } from './FacetOptions';
import { selectionText } from './facets';
import { facetsQuery } from './sources.queries';
import type { SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

interface Props {
  filter: FilterEntry;
  search: SourcesSearch;
  onChange: ChangeSearch;
  /** Opens the dropdown at first, for a filter that was chosen in a menu. */
  initiallyOpened?: boolean;
  /** Called when the dropdown opens or closes, and when the filter is removed. */
  onToggle?: (opened: boolean, active: boolean) => void;
}

/**
 * A filter button that shows the selected values, with a dropdown of all values and their counts.
 */
export function FacetFilter({ filter, search, onChange, initiallyOpened = false, onToggle }: Props) {
  const [opened, setOpened] = useState(initiallyOpened);
  // All changes in one opening of the dropdown are one history entry.
  const changed = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useQuery({ ...facetsQuery(search, filter), enabled: opened });
  const { name, label } = filter;
  const selected = search[name];
  const active = selected.length > 0;

  function select(values: string[]) {
    onChange({ [name]: values }, { replace: changed.current });
    changed.current = true;
  }

  return (
    <div className={classes.filter} data-active={active || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        onOpen={() => {
          changed.current = false;
          onToggle?.(true, active);
        }}
        onClose={() => onToggle?.(false, active)}
        position="bottom-start"
        width={280}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button ref={button} type="button" className={classes.open} onClick={() => setOpened((isOpen) => !isOpen)}>
            <span className={classes.text}>
              {active ? `${label}: ` : label}
              {active && <strong>{selectionText(filter, selected)}</strong>}
            </span>
            {!active && <Icon name="chevron-down" size={14} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={`Filter by ${label.toLowerCase()}`}>
          <FacetOptions
            filter={filter}
            facets={data}
            selected={selected}
            failed={error !== null}
            onRetry={() => void refetch()}
            onSelect={select}
          />
        </Popover.Dropdown>
      </Popover>
      {active && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove filter ${label}`}
          onClick={() => {
            onChange({ [name]: [] });
            button.current?.focus();
            onToggle?.(false, false);
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}
