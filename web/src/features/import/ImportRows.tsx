import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Import, ImportRow } from '@/api/gen/types.gen';
import { CountTabs } from '@/components/CountTabs';
import { Pager } from '@/components/Pager';
import { QueryView } from '@/components/QueryView';
import { StaticTable } from '@/components/StaticTable';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { useScrollToTop } from '@/components/use-scroll-to-top';
import { isActive, rowsQuery } from '@/entities/import/import.queries';
import { rangeText } from '@/lib/range-text';
import { rowColumns } from './row-columns';
import classes from './rows.module.css';
import { parseRowsSearch, rowsFilter, rowsParams, type RowsSearch, type RowsTab } from './rows.schema';

interface NavigateOptions {
  replace?: boolean;
}

/** Shows the rows of an import, with a tab per result. */
export function ImportRows({ importRun }: { importRun: Import }) {
  const [params, setParams] = useSearchParams();
  const search = parseRowsSearch(params);
  const change = (next: RowsSearch, options?: NavigateOptions) =>
    setParams(rowsParams(next), { ...options, flushSync: true });
  const tabs: [RowsTab, string, number][] = [
    ['all', 'All', importRun.total],
    ['created', 'Created', importRun.created],
    ['exists', 'Existing', importRun.exists],
    ['recovered', 'Repaired', importRun.recovered],
    ['invalid', 'Invalid', importRun.invalid],
  ];
  if (isActive(importRun) || importRun.pending > 0) tabs.push(['pending', 'Pending', importRun.pending]);

  return (
    <CountTabs value={search.show} onChange={(show) => change({ show, cursor: null })} tabs={tabs}>
      <Rows
        importRun={importRun}
        search={search}
        onPageChange={(cursor, options) => change({ ...search, cursor }, options)}
      />
    </CountTabs>
  );
}

const EMPTY_TEXTS: Record<RowsTab, string> = {
  all: 'This file has no rows with an address.',
  created: 'No endpoint was created: every row already exists or is invalid.',
  exists: 'No row matches an existing endpoint.',
  recovered: 'No row was malformed.',
  invalid: 'No row is invalid.',
  pending: 'No row is pending.',
};

interface RowsProps {
  importRun: Import;
  search: RowsSearch;
  onPageChange: (cursor: string | null, options?: NavigateOptions) => void;
}

function Rows({ importRun, search, onPageChange }: RowsProps) {
  const active = isActive(importRun);
  const query = useQuery(rowsQuery(importRun.id, rowsFilter(search), active));
  const { data, isPlaceholderData } = query;
  const resettingCursor = useInvalidCursorReset(query, search.cursor, () => onPageChange(null, { replace: true }));
  const region = useRef<HTMLDivElement>(null);
  useScrollToTop(region, data !== undefined && !isPlaceholderData, search.cursor);

  if (resettingCursor) return <RowsTable rows={undefined} busy={false} />;
  const emptyText = active && search.show !== 'all' ? 'No rows yet.' : EMPTY_TEXTS[search.show];
  return (
    <div ref={region}>
      <QueryView
        query={query}
        errorTitle="The rows could not be loaded"
        empty={!isPlaceholderData && <p className={`dimmed ${classes.empty}`}>{emptyText}</p>}
      >
        <RowsTable rows={data?.items} busy={isPlaceholderData} />
        {data && (
          <Pager text={rangeText(data, search.cursor)} page={data} busy={isPlaceholderData} onChange={onPageChange} />
        )}
      </QueryView>
    </div>
  );
}

function RowsTable({ rows, busy }: { rows: ImportRow[] | undefined; busy: boolean }) {
  const idOf = ({ number }: ImportRow) => String(number);
  return <StaticTable columns={rowColumns} rows={rows} idOf={idOf} label="Rows" busy={busy} pendingRows={10} />;
}
