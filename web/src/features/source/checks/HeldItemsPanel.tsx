import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Endpoint, HeldItems, HeldItemsDecision, Source } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ExternalLink } from '@/components/ExternalLink';
import { QueryView } from '@/components/QueryView';
import { Since } from '@/components/Since';
import { heldItemsQuery } from '@/entities/check/held-items';
import { formatCount, formatNumber } from '@/lib/format-count';
import { heldSentence } from './held-sentence';
import classes from './HeldItemsPanel.module.css';
import { OtherOutlet } from './OtherOutlet';
import { useDecideHeldItems } from './use-decide-held-items';

interface Props {
  source: Source;
  endpoint: Endpoint;
}

/** The held items of an endpoint, with the buttons that decide about them. */
export function HeldItemsPanel({ source, endpoint }: Props) {
  const title = useId();
  const query = useQuery(heldItemsQuery(endpoint.id, source.id));
  if (query.data === null) return null; // another member has decided
  return (
    <section className={`card ${classes.panel}`} aria-labelledby={title} aria-busy={query.isPending}>
      <h2 className={classes.title} id={title}>
        Held items
      </h2>
      <QueryView query={query} errorTitle="The held items could not be loaded">
        {(held) =>
          held &&
          (held.cause === 'other_outlet' ? (
            <OtherOutlet source={source} endpoint={endpoint} held={held} />
          ) : (
            <>
              <Explanation source={source} endpoint={endpoint} held={held} />
              <Sample held={held} />
              {source.lifecycle !== 'archived' && <Decisions source={source} endpoint={endpoint} held={held} />}
            </>
          ))
        }
      </QueryView>
    </section>
  );
}

/** What happened, in words. */
function Explanation({ source, endpoint, held: { count, document_items: total, since } }: Props & { held: HeldItems }) {
  const what =
    count <= total
      ? `${formatNumber(count)} of ${formatCount(total, 'item')} in the feed`
      : `${formatCount(count, 'item')} of several documents`;
  return (
    <>
      <p>
        <strong>
          {what} {count === 1 ? 'is a known article with a new ID' : 'are known articles with new IDs'}
        </strong>{' '}
        <Since at={since} />.
      </p>
      <p>{heldSentence('These items are', source, endpoint, 'The checks continue and store other new items.')}</p>
    </>
  );
}

function Sample({ held: { sample, count } }: { held: HeldItems }) {
  const label = sample.length < count ? `${sample.length} of the ${formatNumber(count)} held items` : 'The held items';
  return (
    <>
      <h3 className={`hint ${classes.subtitle}`}>
        <span>{label}</span>
      </h3>
      <ul className={`list ${classes.sample}`} aria-label={label}>
        {sample.map((item) => (
          <li key={item.identity}>
            <ExternalLink className="quiet-link" url={item.url}>
              {item.title || item.url || 'No title'}
            </ExternalLink>
            {item.guid && <span className="hint breakable">new ID: {item.guid}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Decisions({ source, endpoint, held }: Props & { held: HeldItems }) {
  const canWrite = useCanWrite();
  const { decide, pending } = useDecideHeldItems(source, endpoint);
  const release = useId();
  const discard = useId();
  if (!canWrite) return <p className="dimmed">Editors and administrators can store or discard these items.</p>;
  const items = held.count === 1 ? 'the item' : `the ${formatNumber(held.count)} items`;
  const button = (decision: HeldItemsDecision, text: string, description: string) => (
    <Button
      variant="default"
      loading={pending === decision}
      disabled={pending !== null && pending !== decision}
      onClick={() => decide(decision, held.version)}
      aria-describedby={description}
    >
      {text}
    </Button>
  );
  return (
    <div className={classes.decisions}>
      <div className={classes.decision}>
        {button('discard', 'Discard as duplicates', discard)}
        <p id={discard}>
          Remembers the new IDs of {items} and stores nothing. Choose this if the site has only changed the ids of its
          articles.
        </p>
      </div>
      <div className={classes.decision}>
        {button('release', 'Store as new items', release)}
        <p id={release}>
          Stores {items} as new, and programs that read the items receive them. This cannot be undone. Choose this if
          they are other articles that share links, as on a live page.
        </p>
      </div>
    </div>
  );
}
