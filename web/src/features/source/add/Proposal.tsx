import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Candidate } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';

import { credentialsFor } from '../form/credentials';
import { adviceFor } from './advice';
import { CandidateList } from './CandidateList';
import { CandidatePreview, PreviewPlace } from './CandidatePreview';
import { type Entry, isChosen, isDead } from './entry';
import classes from './Proposal.module.css';
import { STOPPED } from './queue';
import { arrivalText, whatWasFound } from './words';

interface Props {
  entry: Entry;
  onChoose: (candidate: Candidate, chosen: boolean) => void;
  onSearchAgain: () => void;
}

/** What was found behind an address, as it is found. */
export function Proposal({ entry, onChoose, onSearchAgain }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  const { found, trouble } = entry;
  const { candidates, arrival, done } = found;
  const busy = entry.phase === 'searching' || entry.phase === 'waiting';
  const real = candidates.filter((candidate) => candidate.kind);
  const preview = real.find(({ url }) => url === shown) ?? real[0];
  const dead = isDead(entry);
  const nothing = !busy && real.length === 0;
  return (
    <section className={classes.proposal} aria-label="What was found" aria-busy={busy}>
      <div className={classes.head}>
        <ul className={classes.facts} aria-live="polite">
          {(arrival || busy) && (
            <li data-tone={dead ? 'warn' : arrival ? 'ok' : undefined}>
              {arrival ? <Icon name={dead ? 'warning' : 'check'} /> : <Loader size={14} />}
              {entry.phase === 'waiting' ? 'Waiting; it begins by itself.' : arrivalText(found)}
            </li>
          )}
          {(real.length > 0 || done) && (
            <li data-tone={real.length > 0 ? 'ok' : 'warn'}>
              {busy ? <Loader size={14} /> : <Icon name={real.length > 0 ? 'check' : 'warning'} />}
              {whatWasFound(candidates)}
            </li>
          )}
          {done?.partial && (
            <li data-tone="warn">
              <Icon name="warning" />
              The time was over before everything was looked at.
            </li>
          )}
        </ul>
        {!busy && (trouble || done?.partial || nothing) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            onClick={onSearchAgain}
          >
            Search again
          </Button>
        )}
      </div>
      {dead && !busy && arrival && <p className={classes.advice}>{adviceFor(arrival.outcome)}</p>}
      {trouble && <Note tone={trouble === STOPPED ? 'info' : 'bad'}>{trouble}</Note>}
      {nothing && !trouble && !dead && (
        <Note tone="info">
          No feed was found behind this address. If you know one, enter it below; the source can also be saved without.
        </Note>
      )}
      {(busy || candidates.length > 0) && (
        <div className={classes.columns} data-busy={busy || undefined}>
          <CandidateList
            candidates={candidates}
            shown={preview}
            busy={busy}
            chosen={(address) => isChosen(entry, address)}
            onChoose={onChoose}
            onShow={({ url }) => setShown(url)}
          />
          {preview ? (
            <CandidatePreview key={preview.url} candidate={preview} credentials={credentialsFor(entry, preview.url)} />
          ) : (
            busy && <PreviewPlace />
          )}
        </div>
      )}
    </section>
  );
}
