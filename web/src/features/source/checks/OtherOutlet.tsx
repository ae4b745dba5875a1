import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Endpoint, HeldItems, Source } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Since } from '@/components/Since';
import { OutletComparison } from '@/components/suggestion/OutletComparison';
import { ReplaceAddressLink } from '@/components/suggestion/ReplaceAddressLink';
import { formatCount } from '@/lib/format-count';
import { useArchiveWithUndo } from '../use-archive-with-undo';
import { heldSentence } from './held-sentence';
import classes from './HeldItemsPanel.module.css';
import { useDecideHeldItems } from './use-decide-held-items';

interface Props {
  source: Source;
  endpoint: Endpoint;
  held: HeldItems;
}

/** The outlet of an endpoint before and after a change, with the buttons that decide about it. */
export function OtherOutlet({ source, endpoint, held }: Props) {
  return (
    <>
      <p>
        <strong>The items seem to be those of another outlet</strong> <Since at={held.since} />.
      </p>
      <p>
        {heldSentence(
          `${formatCount(held.count, 'item')} ${held.count === 1 ? 'is' : 'are'}`,
          source,
          endpoint,
          'The checks continue.',
        )}
      </p>
      {held.outlet && <OutletComparison change={held.outlet} />}
      {source.lifecycle !== 'archived' && <Decisions source={source} endpoint={endpoint} held={held} />}
    </>
  );
}

function Decisions({ source, endpoint, held }: Props) {
  const canWrite = useCanWrite();
  const { decide, pending } = useDecideHeldItems(source, endpoint);
  const archive = useArchiveWithUndo(source);
  const same = useId();
  const other = useId();
  if (!canWrite) return <p className="dimmed">Editors and administrators can decide about these items.</p>;
  return (
    <div className={classes.decisions}>
      <div className={classes.decision}>
        <Button
          variant="default"
          loading={pending !== null}
          disabled={archive.isPending}
          onClick={() => decide('release', held.version)}
          aria-describedby={same}
        >
          It is the same outlet
        </Button>
        <p id={same}>
          Stores the held items as new, which cannot be undone. The service remembers the change for this source, and
          does not report it again.
        </p>
      </div>
      <div className={classes.decision}>
        <div className="wrap">
          <Button
            variant="default"
            loading={archive.isPending}
            disabled={pending !== null}
            onClick={() => void archive.run()}
            aria-describedby={other}
          >
            Archive the source
          </Button>
          <ReplaceAddressLink sourceId={source.id} endpointId={endpoint.id} />
        </div>
        <p id={other}>
          Choose this if it is another outlet. No held item is stored. Replace the address if the outlet continues at
          another one.
        </p>
      </div>
    </div>
  );
}
