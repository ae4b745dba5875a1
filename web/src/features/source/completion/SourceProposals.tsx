import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProposalOutcome, Source } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { Note } from '@/components/Note';
import { notifyError } from '@/components/notify';
import { DecideButtons } from '@/components/proposal/DecideButtons';
import { proposalsQuery } from '@/components/proposal/proposal.queries';
import { ProposedValue } from '@/components/proposal/ProposedValue';
import { useDecide } from '@/components/proposal/use-decide';
import { PROPOSAL_FIELD } from '@/lib/labels';
import classes from './SourceProposals.module.css';
import { isIncomplete } from './visit.queries';
import { VisitLine } from './VisitLine';

/**
 * Shows the suggested details of a source, and the visit of its homepage while the source is
 * incomplete.
 */
export function SourceProposals({ source }: { source: Source }) {
  const canWrite = useCanWrite();
  const { data } = useQuery(proposalsQuery({ source_id: source.id }));
  const decide = useDecide();
  const [failure, setFailure] = useState<ProposalOutcome | null>(null);
  const showsVisit = isIncomplete(source);
  const proposals = data?.items ?? [];
  if (proposals.length === 0 && !showsVisit && !failure) return null;

  return (
    <>
      {proposals.length > 0 && (
        <ul className={classes.list}>
          {proposals.map((proposal) => (
            <li key={proposal.id} className={classes.row}>
              <span className={classes.field}>{PROPOSAL_FIELD[proposal.field]}</span>
              <span className={classes.value}>
                <ProposedValue proposal={proposal} />
                <span className={classes.origin}>{proposal.origin}</span>
              </span>
              {canWrite && (
                <DecideButtons
                  proposal={proposal}
                  pending={
                    decide.isPending && decide.variables.proposal.id === proposal.id ? decide.variables.decision : null
                  }
                  onDecide={(decision) => {
                    setFailure(null);
                    decide.mutate(
                      { decision, proposal },
                      {
                        onSuccess: (outcome) => outcome.detail && setFailure(outcome),
                        onError: (error) => notifyError('The suggestion was not saved', error),
                      },
                    );
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {failure?.detail && <Note tone="warn">{failure.detail}</Note>}
      {showsVisit && <VisitLine source={source} />}
    </>
  );
}
