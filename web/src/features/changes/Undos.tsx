import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { shortResult } from '@/components/change-set/change-words';
import { RelativeTime } from '@/components/RelativeTime';
import { undosQuery } from '@/entities/change-set/change-set.queries';
import { paths } from '@/lib/paths';
import classes from './changes.module.css';

/** Links to the change sets that undid this one or some of its items. */
export function Undos({ id }: { id: string }) {
  const { data: undos = [] } = useQuery(undosQuery(id));
  if (undos.length === 0) return null;
  return (
    <ul className={`dimmed breakable ${classes.facts}`} aria-label="Undone by">
      {undos.map((undo) => (
        <li key={undo.id}>
          <Anchor component={Link} to={paths.changeSet(undo.id)} inherit>
            {undo.title}
          </Anchor>{' '}
          (<RelativeTime at={undo.started_at ?? undo.created_at} />
          ): {shortResult(undo)}
        </li>
      ))}
    </ul>
  );
}
