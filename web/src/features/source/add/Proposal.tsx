import { Loader } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { describeError } from '@/api/describe-error';
import type { Candidate } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { paths } from '@/lib/paths';
import classes from './add.module.css';
import { CandidateRow } from './CandidateRow';
import { CandidatePreview } from './CandidatePreview';
import type { Found } from './discovery';
import { arrivalText, existingText, whatWasFound } from './words';

interface Props {
  found: Found;
  busy: boolean;
  error: unknown;
  chosen: (address: string) => boolean;
  onChoose: (candidate: Candidate, chosen: boolean) => void;
}

/** What was found behind an address, as it is found. */
export function Proposal({ found, busy, error, chosen, onChoose }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  const { candidates } = found;
  const real = candidates.filter((candidate) => candidate.kind);
  const preview = real.find(({ url }) => url === shown) ?? real[0];
  const failed = found.arrival && found.arrival.outcome !== 'ok';
  return (
    <section className={classes.proposal} aria-label="What was found" aria-busy={busy}>
      <ul className={classes.facts} aria-live="polite">
        <li data-tone={failed ? 'warn' : 'ok'}>
          {found.arrival ? <Icon name={failed ? 'warning' : 'check'} /> : <Loader size={14} />}
          {arrivalText(found)}
        </li>
        {(real.length > 0 || found.done) && (
          <li data-tone={real.length > 0 ? 'ok' : 'warn'}>
            {busy ? <Loader size={14} /> : <Icon name={real.length > 0 ? 'check' : 'warning'} />}
            {whatWasFound(candidates)}
          </li>
        )}
        {found.existing.map((existing) => (
          <li key={existing.source_id} data-tone="warn">
            <Icon name="warning" />
            <span>
              {existingText(existing)} <Link to={paths.source(existing.source_id)}>{existing.source_name}</Link>
            </span>
          </li>
        ))}
        {found.done?.partial && (
          <li data-tone="warn">
            <Icon name="warning" />
            The time was over before everything was looked at.
          </li>
        )}
      </ul>
      {error != null && <Note tone="bad">{describeError(error).text}</Note>}
      {found.done && real.length === 0 && error == null && (
        <Note tone="info">
          No feed was found behind this address. If you know one, enter it below; the source can also be saved without.
        </Note>
      )}
      {candidates.length > 0 && (
        <div className={classes.columns}>
          <ul className={classes.candidates} aria-label="Feeds">
            {candidates.map((candidate) => (
              <CandidateRow
                key={candidate.url}
                candidate={candidate}
                checked={chosen(candidate.url)}
                shown={candidate === preview}
                onCheck={(checked) => onChoose(candidate, checked)}
                onShow={() => setShown(candidate.url)}
              />
            ))}
          </ul>
          {preview && <CandidatePreview candidate={preview} />}
        </div>
      )}
    </section>
  );
}
