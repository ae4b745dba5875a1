import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { foundSourcesQuery } from '@/entities/source/merge.queries';
import { sourceQuery } from '@/entities/source/source.queries';
import { paths } from '@/lib/paths';
import classes from './duplicates.module.css';

/** Chooses the source with which another one is compared. */
export function ChooseSource({ from }: { from: string }) {
  const [text, setText] = useState('');
  const { data: source } = useQuery(sourceQuery(from));
  const found = useQuery({ ...foundSourcesQuery(text.trim()), enabled: text.trim() !== '' });
  return (
    <>
      <PageHeader title={source ? `Merge ${source.name}` : 'Merge a source'} />
      <div className="stack-12">
        <TextInput
          label="Other source"
          description="Search by name, domain or address. Nothing is changed before you have seen both sources."
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
          className={classes.search}
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
                  .filter(({ id }) => id !== from)
                  .map((row) => (
                    <li key={row.id} className={classes.found}>
                      <Link to={paths.merge(from, row.id)}>{row.name}</Link>{' '}
                      <span className="hint">{row.display_domain ?? row.canonical_domain}</span>
                    </li>
                  ))}
              </ul>
            )}
          </QueryView>
        )}
      </div>
    </>
  );
}
