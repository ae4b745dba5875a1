import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { QueryView } from '@/components/QueryView';
import { Since } from '@/components/Since';
import { firingQuery } from '@/entities/alert/alert.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import classes from './alerts.module.css';

/** What meets the condition of a rule now, for long enough. */
export function FiringList({ rule }: { rule: string }) {
  const query = useQuery(firingQuery(rule));
  return (
    <section aria-labelledby="firing" className={classes.section}>
      <div className={`spread ${classes.sectionHeader}`}>
        <h2 id="firing" className="heading">
          Firing now
        </h2>
      </div>
      <QueryView
        query={query}
        errorTitle="The firing alerts could not be loaded"
        loading={2}
        empty={<p className="hint breakable">Nothing to report.</p>}
      >
        {(firing) => (
          <ul className={`list ${classes.list}`}>
            {firing.items.map((alert) => (
              <li key={alert.id}>
                {alert.source ? (
                  <Anchor component={Link} to={paths.source(alert.source.id)}>
                    {alert.source.name}
                  </Anchor>
                ) : (
                  'The sources of this rule'
                )}{' '}
                <span className="hint breakable">
                  <Since at={alert.since} />
                  {!alert.notified_at && ', not reported yet'}
                </span>
                <p className="hint breakable">{alert.text}</p>
              </li>
            ))}
            {firing.total > firing.items.length && (
              <li className="hint breakable">and {formatCount(firing.total - firing.items.length, 'more source')}</li>
            )}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
