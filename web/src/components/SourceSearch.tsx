import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { foundSourcesQuery } from '@/entities/source/merge.queries';
import { QueryView } from './QueryView';
import classes from './SourceSearch.module.css';

interface Props {
  label: string;
  description: string;
  /** The id of the source that is not offered. */
  except?: string;
  disabled?: boolean;
  onChoose: (row: SourceRow) => void;
}

/**
 * A search for a source, with the sources found below. Up, Down and Enter choose one, and Escape
 * hides them.
 */
export function SourceSearch({ label, description, except, disabled, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox();
  const text = search.trim();
  const found = useQuery({
    ...foundSourcesQuery(text),
    select: (rows) => rows.filter(({ id }) => id !== except),
    enabled: text !== '',
  });
  const choose = (id: string) => {
    const row = found.data?.find((one) => one.id === id);
    if (row && !disabled) onChoose(row);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          label={label}
          description={description}
          value={search}
          maxLength={200}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          className={classes.search}
          autoComplete="off"
          data-autofocus
        />
      </Combobox.EventsTarget>
      {text !== '' && combobox.dropdownOpened && (
        <QueryView
          query={found}
          errorTitle="The sources could not be searched"
          loading={3}
          empty={<p className="dimmed">No other source matches.</p>}
        >
          {(rows) => (
            <Combobox.Options className="card divided" aria-label="Sources found">
              {rows.map((row) => (
                <Combobox.Option key={row.id} value={row.id} className={classes.found}>
                  {row.name} <span className="hint">{row.display_domain ?? row.canonical_domain}</span>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          )}
        </QueryView>
      )}
    </Combobox>
  );
}
