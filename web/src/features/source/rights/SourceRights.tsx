import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RightsSignal, Source, SourceRights as Rights, UseState, UseVerdict } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { ExternalLink } from '@/components/ExternalLink';
import { FormModal } from '@/components/form/FormDialogs';
import { Note } from '@/components/Note';
import { notifyError } from '@/components/notify';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { Since } from '@/components/Since';
import type { Tone } from '@/components/tone';
import { BASIS, REVIEW, SIGNAL, USE, USE_STATE } from '@/entities/rights/labels';
import { rightsQuery, useReviewRights } from '@/entities/rights/rights.queries';
import { formatDay } from '@/lib/dates';
import { shortAddress } from '@/lib/format-address';
import { formatCount } from '@/lib/format-count';
import { ContractForm } from './ContractForm';
import classes from './SourceRights.module.css';

const TONE: Record<UseState, Tone> = { unknown: 'muted', allowed: 'ok', reserved: 'warn', forbidden: 'bad' };

/** Shows how the items of a source may be used, and what this follows from. */
export function SourceRights({ source }: { source: Source }) {
  const query = useQuery(rightsQuery(source.id));
  return (
    <section className={`stack-12 ${classes.section}`} aria-labelledby="rights-title">
      <h2 className="heading" id="rights-title">
        Rights
      </h2>
      <QueryView query={query} errorTitle="The rights could not be loaded" loading={4}>
        {(rights) => <Content source={source} rights={rights} />}
      </QueryView>
    </section>
  );
}

function Content({ source, rights }: { source: Source; rights: Rights }) {
  const { can_write: canWrite } = useMember();
  return (
    <>
      {rights.review && <ReviewNote id={source.id} rights={rights} canReview={canWrite} />}
      <div className={`card ${classes.box}`}>
        <ul className="list divided">
          {rights.uses.map((verdict) => (
            <UseRow key={verdict.use} verdict={verdict} rights={rights} />
          ))}
        </ul>
        <ContractLine source={source} rights={rights} canEdit={canWrite && source.lifecycle !== 'archived'} />
        {rights.signals.length + rights.former_signals.length > 0 && (
          <details className={classes.signals}>
            <DisclosureSummary>
              {formatCount(rights.signals.length, 'signal')} of the site
              {rights.former_signals.length > 0 && `, ${rights.former_signals.length} former ones`}
            </DisclosureSummary>
            <ul className="list divided">
              {[...rights.signals, ...rights.former_signals].map((signal) => (
                <li
                  key={`${signal.kind} ${signal.value} ${signal.address} ${signal.found_at}`}
                  className={classes.signal}
                >
                  <SignalText signal={signal} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </>
  );
}

function ReviewNote({ id, rights, canReview }: { id: string; rights: Rights; canReview: boolean }) {
  const review = useReviewRights(id);
  return (
    <Note tone="warn">
      <span className="spread">
        <span>
          {REVIEW[rights.review!]}
          {rights.review_since && (
            <>
              , noticed <RelativeTime at={rights.review_since} />
            </>
          )}
          .
        </span>
        {canReview && (
          <Button
            size="compact-sm"
            variant="default"
            loading={review.isPending}
            onClick={() =>
              review.mutate(undefined, { onError: (error) => notifyError('The review was not recorded', error) })
            }
          >
            Mark as reviewed
          </Button>
        )}
      </span>
    </Note>
  );
}

function UseRow({ verdict, rights }: { verdict: UseVerdict; rights: Rights }) {
  const { use, state, basis, signal } = verdict;
  return (
    <li className={classes.use}>
      <span className="semibold">{USE[use]}</span>
      <span className={classes.state} data-tone={TONE[state]}>
        {USE_STATE[state]}
      </span>
      <span className="hint breakable">
        {signal ? (
          <SignalText signal={signal} />
        ) : (
          <>
            {basis !== 'signal' && BASIS[basis]}
            {basis === 'contract' && rights.contract && ` With ${rights.contract.party}.`}
          </>
        )}
      </span>
    </li>
  );
}

/** The kind, the value, the address and the dates of a signal. */
function SignalText({ signal }: { signal: RightsSignal }) {
  return (
    <span className="breakable">
      {SIGNAL[signal.kind]}: <span className="semibold">{signal.value}</span>,{' '}
      <ExternalLink url={signal.address}>{shortAddress(signal.address)}</ExternalLink>, <Since at={signal.found_at} />
      {signal.ended_at ? (
        <>
          , ended <RelativeTime at={signal.ended_at} />
        </>
      ) : (
        signal.missing_since && (
          <>
            , not found <Since at={signal.missing_since} />
          </>
        )
      )}
    </span>
  );
}

function ContractLine({ source, rights, canEdit }: { source: Source; rights: Rights; canEdit: boolean }) {
  const [opened, setOpened] = useState(false);
  const { contract } = rights;
  return (
    <div className={`spread ${classes.contract}`}>
      <span className="hint breakable">
        {contract ? (
          <>
            Contract with <span className="semibold">{contract.party}</span>{' '}
            {contract.valid_until
              ? `${contract.has_ended ? 'ended on' : 'valid until'} ${formatDay(contract.valid_until)}`
              : 'without an end'}
            : <ExternalLink url={contract.document}>{contract.document}</ExternalLink>. {contract.reason} (
            {contract.updated_by}, <RelativeTime at={contract.updated_at} />)
          </>
        ) : (
          'No contract is recorded.'
        )}
      </span>
      {canEdit && (
        <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
          {contract ? 'Edit contract' : 'Add contract'}
        </Button>
      )}
      <FormModal
        opened={opened}
        onClose={() => setOpened(false)}
        title={contract ? 'Edit the contract' : 'Add a contract'}
      >
        {(close) => <ContractForm id={source.id} contract={contract} onDone={close} />}
      </FormModal>
    </div>
  );
}
