import { Anchor, Tooltip } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { AuditEvent } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { RelativeTime } from '@/components/RelativeTime';
import { paths } from '@/lib/paths';
import classes from './history.module.css';
import { TextDiff } from './TextDiff';
import { initialOrFinalValues, describeEvent, type EventSentence } from './describe-event';

const ICONS: Record<string, IconName> = {
  'source.created': 'plus',
  'source.archived': 'archive',
  'source.unarchived': 'restore',
  'source.deleted': 'trash',
  'endpoint.created': 'rss',
  'endpoint.deleted': 'trash',
  'endpoint.updated': 'rss',
};

/** One change: who, what, when. */
export function HistoryEntry({ event }: { event: AuditEvent }) {
  const said = describeEvent(event);
  const values = initialOrFinalValues(event);
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon name={ICONS[event.action] ?? 'edit'} />
      </span>
      <div className={classes.what}>
        <Tooltip label={event.actor.email} disabled={!event.actor.email}>
          <span className={classes.who}>{event.actor.name}</span>
        </Tooltip>{' '}
        {said.length === 1 ? <Sentence said={said[0] as EventSentence} /> : 'made these changes:'}
        {event.import_id && (
          <>
            {' '}
            <span className={classes.from}>
              with{' '}
              <Anchor component={Link} to={paths.import(event.import_id)} inherit>
                an import
              </Anchor>
            </span>
          </>
        )}
        {said.length > 1 && (
          <ul className={classes.changes}>
            {said.map((one) => (
              <li key={one.words}>
                <Sentence said={one} />
              </li>
            ))}
          </ul>
        )}
        {values.length > 0 && (
          <details className={classes.details}>
            <summary>All values</summary>
            <dl className={classes.values}>
              {values.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
      <span className={classes.when}>
        <RelativeTime at={event.at} />
      </span>
    </li>
  );
}

function Sentence({ said }: { said: EventSentence }) {
  return (
    <>
      {said.words}
      {said.texts && (
        <details className={classes.details}>
          <summary>Show what changed</summary>
          <TextDiff {...said.texts} />
        </details>
      )}
    </>
  );
}
