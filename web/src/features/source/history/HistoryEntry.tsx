import { Anchor, Tooltip } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { AuditEvent } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { NamedSource } from '@/components/NamedSource';
import { RelativeTime } from '@/components/RelativeTime';
import { paths } from '@/lib/paths';
import { initialOrFinalValues, describeEvent, type EventSentence } from './describe-event';
import classes from './history.module.css';
import { RestoreButton } from './RestoreButton';
import { TextDiff } from './TextDiff';

const ICONS: Record<string, IconName> = {
  'source.created': 'plus',
  'source.archived': 'archive',
  'source.unarchived': 'restore',
  'source.merged': 'archive',
  'source.separated': 'restore',
  'source.restored': 'restore',
  'source.deleted': 'trash',
  'endpoint.created': 'rss',
  'endpoint.restored': 'restore',
  'endpoint.deleted': 'trash',
  'endpoint.updated': 'rss',
  'items.released': 'list',
  'items.discarded': 'list',
  'items.withdrawn': 'list',
};

interface Props {
  event: AuditEvent;
  /** Whether to name the source, in a list of several sources. */
  withSource?: boolean;
}

/** One event of the history: member, changes and time. */
export function HistoryEntry({ event, withSource }: Props) {
  const sentences = describeEvent(event);
  const [sentence] = sentences;
  const values = initialOrFinalValues(event);
  const canPropose = useCanPropose();
  const { source_id: sourceId, merged_source: merged } = event;
  // A deleted or merged source has no version to restore. The list of all changes has no room for
  // the button.
  const canRestore =
    canPropose && sourceId !== undefined && !withSource && !merged && event.action !== 'source.deleted';
  return (
    <li className={classes.entry}>
      <span className={`dimmed ${classes.icon}`}>
        <Icon name={ICONS[event.action] ?? 'edit'} />
      </span>
      <div className={`breakable ${classes.description}`}>
        <Tooltip label={event.actor.email} disabled={!event.actor.email}>
          <span className="semibold">{event.actor.name || 'The service'}</span>
        </Tooltip>{' '}
        {event.actor.token && <span className="dimmed">(API token “{event.actor.token.name}”) </span>}
        {sentence && sentences.length === 1 ? <Sentence sentence={sentence} /> : 'made these changes:'}
        {event.import_id && (
          <>
            {' '}
            <span className="dimmed">
              with{' '}
              <Anchor component={Link} to={paths.import(event.import_id)} inherit underline="always">
                an import
              </Anchor>
            </span>
          </>
        )}
        {event.change_set_id && event.change_set_id !== event.import_id && (
          <>
            {' '}
            <span className="dimmed">
              with{' '}
              <Anchor component={Link} to={paths.changeSet(event.change_set_id)} inherit underline="always">
                a change set
              </Anchor>
            </span>
          </>
        )}
        {withSource && <SourceOfEvent event={event} />}
        {merged && <div className="dimmed">Change of “{merged}”, a source that was merged into this one</div>}
        {canRestore && (
          <div>
            <RestoreButton sourceId={sourceId!} version={{ event_id: event.id }} label="Restore this version" />
          </div>
        )}
        {sentences.length > 1 && (
          <ul className={classes.changes}>
            {sentences.map((change) => (
              <li key={change.text}>
                <Sentence sentence={change} />
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
      <span className={`dimmed ${classes.time}`}>
        <RelativeTime at={event.at} />
      </span>
    </li>
  );
}

/**
 * Names the changed source, or links to the source of a changed endpoint. A deleted source has no
 * page.
 */
function SourceOfEvent({ event }: { event: AuditEvent }) {
  const isSource = event.target.type === 'source';
  if (!event.source_id || event.action === 'source.deleted') return <div>{event.target.name}</div>;
  return (
    <div>
      <Anchor component={Link} to={paths.source(event.source_id)} inherit className={classes.source}>
        {isSource ? event.target.name : 'Open the source'}
      </Anchor>
    </div>
  );
}

function Sentence({ sentence }: { sentence: EventSentence }) {
  return (
    <>
      {sentence.text}
      {sentence.source && (
        <>
          {' '}
          <NamedSource id={sentence.source} />
        </>
      )}
      {sentence.diff && (
        <details className={classes.details}>
          <summary>Show changes</summary>
          <TextDiff {...sentence.diff} />
        </details>
      )}
    </>
  );
}
