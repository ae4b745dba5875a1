import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { QueryView } from '@/components/QueryView';
import { absentSourcesQuery } from '@/entities/import/import-table.queries';
import { paths } from '@/lib/paths';
import classes from './TableColumns.module.css';

/** Lists the sources of the register that are not in the table, on request. */
export function AbsentSources({ id }: { id: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby="absent" className={classes.section}>
      <h2 id="absent" className="heading">
        Sources that are not in this table
      </h2>
      {isShown ? (
        <AbsentList id={id} />
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setShown(true)}>
          Compare with the register
        </Button>
      )}
    </section>
  );
}

function AbsentList({ id }: { id: string }) {
  const query = useInfiniteQuery(absentSourcesQuery(id));
  return (
    <QueryView
      query={query}
      errorTitle="The sources could not be loaded"
      empty={<p className="dimmed">All sources of the register are in this table.</p>}
      more="Show more sources"
    >
      <ul className="list card divided breakable">
        {query.data?.map((source) => (
          <li key={source.id}>
            <Anchor component={Link} to={paths.source(source.id)} inherit>
              {source.name}
            </Anchor>{' '}
            <span className="dimmed">{source.homepage_url}</span>
          </li>
        ))}
      </ul>
    </QueryView>
  );
}
