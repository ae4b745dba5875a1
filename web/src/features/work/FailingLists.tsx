import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { LiveList } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Since } from '@/components/Since';
import { liveListsQuery } from '@/entities/live-list/live-list.queries';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './WorkPage.module.css';

/** Returns the live lists that cannot be read; undefined while they load. Only editors see them. */
export function useFailingLists(): LiveList[] | undefined {
  const canWrite = useCanWrite();
  const { data, isPending } = useQuery({ ...liveListsQuery(), enabled: canWrite });
  if (canWrite && isPending) return undefined;
  return data?.filter(({ failure, paused }) => failure && !paused) ?? [];
}

/** The live lists that cannot be read, with the reasons. */
export function FailingLists({ lists }: { lists: LiveList[] }) {
  return (
    <section className={`card ${classes.group}`} aria-labelledby="failing-lists">
      <div className="row">
        <h2 id="failing-lists" className={classes.title}>
          Live lists that cannot be read
        </h2>
        <span className={`dimmed ${classes.count}`}>{formatNumber(lists.length)}</span>
      </div>
      <p className={classes.meaning}>
        Their changes are not proposed until they can be read. Open a list to correct its address or its credentials, or
        to accept a version that has lost many sources.
      </p>
      <ul className="list divided">
        {lists.map((list) => (
          <li key={list.id} className={classes.failingList}>
            <Link className={`truncate quiet-link ${classes.link}`} to={paths.liveList(list.id)}>
              {list.name}
            </Link>
            <span>{list.failure}</span>
            <span className={`hint ${classes.since}`}>
              {list.failing_since && <Since at={list.failing_since} />}
              {list.owner && ` · ${list.owner.name}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
