import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SuggestionPage } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { ErrorState } from '@/components/ErrorState';
import { Pager } from '@/components/Pager';
import { StaleNote } from '@/components/StaleNote';
import type { Decisions } from '@/components/suggestion/use-decide-suggestions';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { useScrollToTop } from '@/components/use-scroll-to-top';
import { suggestedFieldsQuery } from '@/entities/suggestion/suggestion.queries';
import { formatCount } from '@/lib/format-count';
import { useHeldPart } from '../hold';
import type { DetailsSearch } from './details.schema';
import { DetailTable } from './DetailTable';

interface Props {
  search: DetailsSearch;
  /** More suggestions will follow. */
  visiting: boolean;
  decisions: Decisions;
  onPageChange: (cursor: string | null, replace?: boolean) => void;
}

/** Shows one page of suggestions. */
export function DetailList({ search: { field, importId, cursor }, visiting, decisions, onPageChange }: Props) {
  const query = useQuery(
    suggestedFieldsQuery({ field: field ?? undefined, import_id: importId ?? undefined }, cursor, visiting),
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
  if (data && held.length === 0 && !isPlaceholderData && !resetting) return <NoDetails visiting={visiting} />;
  return (
    <div ref={region}>
      <StaleNote query={query} />
      <DetailTable rows={data && held} busy={isPlaceholderData} decisions={decisions} />
      {data && <Pages page={data} busy={isPlaceholderData} onChange={onPageChange} />}
    </div>
  );
}

function Pages({ page, busy, onChange }: { page: SuggestionPage; busy: boolean; onChange: (cursor: string) => void }) {
  if (!page.next_cursor && !page.prev_cursor) return null;
  return <Pager text={formatCount(page.items.length, 'suggestion')} page={page} busy={busy} onChange={onChange} />;
}

function NoDetails({ visiting }: { visiting: boolean }) {
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
