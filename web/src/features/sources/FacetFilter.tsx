import { Anchor, Popover, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '@/components/Icon';
import type { FilterEntry } from '@/entities/source/filters';
import { paths } from '@/lib/paths';
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
  const { name, label, opposite } = filter;
  const included = search[name];
  const excluded = opposite ? search[opposite] : [];
  const active = included.length + excluded.length > 0;
  // Which values the dropdown edits: those that sources have, or those that they do not have.
  const [isNot, setNot] = useState(included.length === 0 && excluded.length > 0);
  const selected = isNot ? excluded : included;
  const edited = isNot && opposite ? opposite : name;

  function select(values: string[]) {
    onChange({ [edited]: values }, { replace: changed.current });
    changed.current = true;
  }

  /** Switches between “is” and “is not”; selected values move along if only one has any. */
  function switchTo(not: boolean) {
    setNot(not);
    if (!opposite || (not ? excluded : included).length > 0 || selected.length === 0) return;
    onChange({ [name]: not ? [] : selected, [opposite]: not ? selected : [] }, { replace: changed.current });
    changed.current = true;
  }

  return (
    <div className={classes.filter} data-active={active || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        onOpen={() => {
          changed.current = false;
          setNot(included.length === 0 && excluded.length > 0);
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
              {active ? `${label}${included.length === 0 ? ' is not' : ''}: ` : label}
              {active && <strong>{selectionText(filter, included.length > 0 ? included : excluded)}</strong>}
              {included.length > 0 && excluded.length > 0 && ` · not ${selectionText(filter, excluded)}`}
            </span>
            {!active && <Icon name="chevron-down" size={14} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={`Filter by ${label.toLowerCase()}`}>
          {opposite && (
            <div className={classes.narrow}>
              <SegmentedControl
                size="xs"
                fullWidth
                aria-label={`${label} is or is not`}
                data={[
                  { value: 'is', label: 'is' },
                  { value: 'not', label: 'is not' },
                ]}
                value={isNot ? 'not' : 'is'}
                onChange={(value) => switchTo(value === 'not')}
              />
            </div>
          )}
          <FacetOptions
            filter={filter}
            facets={data}
            selected={selected}
            failed={error !== null}
            onRetry={() => void refetch()}
            onSelect={select}
          />
          {name === 'tag' && (
            <div className={classes.narrow}>
              <Anchor component={Link} to={paths.tags}>
                All tags: rename, merge, delete
              </Anchor>
            </div>
          )}
        </Popover.Dropdown>
      </Popover>
      {active && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove filter ${label}`}
          onClick={() => {
            onChange({ [name]: [], ...(opposite && { [opposite]: [] }) });
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
