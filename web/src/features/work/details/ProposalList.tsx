import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ProposalPage } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { Pager } from '@/components/Pager';
import { proposalsQuery } from '@/components/proposal/proposal.queries';
import { StaleNote } from '@/components/StaleNote';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { useScrollToTop } from '@/components/use-scroll-to-top';
import { formatCount } from '@/lib/format-count';
import { useHeldPart } from '../hold';
import type { ProposalsSearch } from './proposals.schema';
import { ProposalTable } from './ProposalTable';
import type { useDecisions } from './use-decisions';

interface Props {
  search: ProposalsSearch;
  /** More proposals will follow. */
  visiting: boolean;
  decisions: ReturnType<typeof useDecisions>;
  onPageChange: (cursor: string | null, replace?: boolean) => void;
}

/** Shows one page of proposals. */
export function ProposalList({ search: { field, importId, cursor }, visiting, decisions, onPageChange }: Props) {
  const query = useQuery(
    proposalsQuery({ field: field ?? undefined, import_id: importId ?? undefined }, cursor, visiting),
  );
  const { data, failureReason, isPlaceholderData, isFetching, refetch } = query;
  const held = useHeldPart('details', data?.items ?? [], ({ id }) => id, {
    dismissed: decisions.decided,
    page: JSON.stringify([field, importId, cursor, isPlaceholderData]),
  });
  const resetting = useInvalidCursorReset(query, cursor, () => onPageChange(null, true));
  const region = useRef<HTMLDivElement>(null);
  useScrollToTop(region, data !== undefined && !isPlaceholderData, cursor);

  if (!data && failureReason && !resetting) {
    return <ErrorState error={failureReason} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data && held.length === 0 && !isPlaceholderData && !resetting) return <NoProposals visiting={visiting} />;
  return (
    <div ref={region}>
      <StaleNote query={query} />
      <ProposalTable
        rows={data && held}
        busy={isPlaceholderData}
        pending={decisions.pending}
        onDecide={(decision, proposal) => void decisions.run(decision, proposal)}
      />
      {data && <Pages page={data} busy={isPlaceholderData} onChange={onPageChange} />}
    </div>
  );
}

function Pages({ page, busy, onChange }: { page: ProposalPage; busy: boolean; onChange: (cursor: string) => void }) {
  const { items, next_cursor: next, prev_cursor: previous } = page;
  if (!next && !previous) return null;
  return (
    <Pager
      text={formatCount(items.length, 'suggestion')}
      onPrevious={previous && !busy ? () => onChange(previous) : undefined}
      onNext={next && !busy ? () => onChange(next) : undefined}
    />
  );
}

function NoProposals({ visiting }: { visiting: boolean }) {
  return (
    <EmptyState icon="check" title="No details are suggested">
      <p>
        The homepages of sources without a country, language or logo are visited in the background. The values found
        there appear here, and you can accept or dismiss them. Values that a person has entered are never replaced.
      </p>
      {visiting && <p>Homepages are being visited at the moment.</p>}
    </EmptyState>
  );
}
