import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Icon } from '@/components/Icon';
import { chosenText, FACET_WORDS } from './facets';
import classes from './FacetFilter.module.css';
import { FacetOptions } from './FacetOptions';
import { facetsQuery } from './sources.queries';
import { NO_FILTERS, type Facet, type SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

interface Props {
  facet: Facet;
  search: SourcesSearch;
  onChange: ChangeSearch;
}

/** A filter: closed it says what is chosen, open it offers the values with their counts. */
export function FacetFilter({ facet, search, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  // What is chosen in one opening is one step for Back.
  const changed = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useQuery({ ...facetsQuery(search), enabled: opened });
  const { name } = FACET_WORDS[facet];
  const chosen: string[] = search[facet];
  const active = chosen.length > 0;

  function choose(values: string[]) {
    onChange({ [facet]: values }, { replace: changed.current });
    changed.current = true;
  }

  return (
    <div className={classes.filter} data-active={active || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        onOpen={() => (changed.current = false)}
        position="bottom-start"
        width={280}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button ref={button} type="button" className={classes.open} onClick={() => setOpened((was) => !was)}>
            <span className={classes.words}>
              {active ? `${name}: ` : name}
              {active && <strong>{chosenText(facet, chosen)}</strong>}
            </span>
            {!active && <Icon name="chevron-down" size={14} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={`Filter by ${name.toLowerCase()}`}>
          <FacetOptions
            facet={facet}
            facets={data}
            chosen={chosen}
            failed={error !== null}
            onRetry={() => void refetch()}
            onChoose={choose}
          />
        </Popover.Dropdown>
      </Popover>
      {active && (
        <button
          type="button"
          className={classes.drop}
          aria-label={`Drop the filter ${name}`}
          onClick={() => {
            onChange({ [facet]: NO_FILTERS[facet] });
            button.current?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
}
