import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { foundSourcesQuery } from '@/entities/source/merge.queries';
import { QueryView } from './QueryView';
import classes from './SourceSearch.module.css';

interface Props {
  label: string;
  description: string;
  /** The id of the source that is not offered. */
  except?: string;
  /** Returns the link or the button with the name of a source. */
  children: (row: SourceRow) => ReactNode;
}

/** A search for a source, with the sources found below. */
export function SourceSearch({ label, description, except, children }: Props) {
  const [text, setText] = useState('');
  const found = useQuery({ ...foundSourcesQuery(text.trim()), enabled: text.trim() !== '' });
  return (
    <>
      <TextInput
        label={label}
        description={description}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        className={classes.search}
        data-autofocus
      />
      {text.trim() !== '' && (
        <QueryView
          query={found}
          errorTitle="The sources could not be searched"
          loading={3}
          empty={<p className="dimmed">No other source matches.</p>}
        >
          {(rows) => (
            <ul className="list card divided" aria-label="Sources found">
              {rows
                .filter(({ id }) => id !== except)
                .map((row) => (
                  <li key={row.id} className={classes.found}>
                    {children(row)} <span className="hint">{row.display_domain ?? row.canonical_domain}</span>
                  </li>
                ))}
            </ul>
          )}
        </QueryView>
      )}
    </>
  );
}
