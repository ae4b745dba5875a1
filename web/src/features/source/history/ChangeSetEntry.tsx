import { Anchor, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { AuditEvent } from '@/api/gen/types.gen';
import { shortResult } from '@/components/change-set/change-words';
import { Icon } from '@/components/Icon';
import { RelativeTime } from '@/components/RelativeTime';
import { changeSetQuery } from '@/entities/change-set/change-set.queries';
import { paths } from '@/lib/paths';
import classes from './history.module.css';

/** One entry for the events of a change set: member, title, counts and time. */
export function ChangeSetEntry({ event, id }: { event: AuditEvent; id: string }) {
  const { data: changeSet } = useQuery(changeSetQuery(id));
  const { actor, at } = event;
  return (
    <li className={classes.entry}>
      <span className={`dimmed ${classes.icon}`}>
        <Icon name="list" />
      </span>
      <div className={`breakable ${classes.description}`}>
        <Tooltip label={actor.email} disabled={!actor.email}>
          <span className="semibold">{actor.name}</span>
        </Tooltip>{' '}
        {actor.token && <span className="dimmed">(API token “{actor.token.name}”) </span>}
        applied{' '}
        <Anchor component={Link} to={paths.changeSet(id)} inherit underline="always">
          {changeSet ? `“${changeSet.title}”` : 'a change'}
        </Anchor>
        {changeSet && <div className="dimmed">{shortResult(changeSet)}</div>}
      </div>
      <span className={`dimmed ${classes.time}`}>
        <RelativeTime at={at} />
      </span>
    </li>
  );
}
