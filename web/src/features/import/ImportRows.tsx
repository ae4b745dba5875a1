import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Import, ImportRow } from '@/api/gen/types.gen';
import { dataTableFeatures, NO_ROWS } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ErrorState } from '@/components/ErrorState';
import { Pager } from '@/components/Pager';
import { useInvalidCursorReset } from '@/components/use-invalid-cursor-reset';
import { useScrollToTop } from '@/components/use-scroll-to-top';
import { rangeText } from '@/lib/range-text';
import classes from './ImportRows.module.css';
import { isLive, rowsQuery } from './import.queries';
import { rowColumns } from './row-columns';
import { parseRowsSearch, rowsParams, type RowsSearch, type RowsTab } from './rows.schema';

interface Turn {
  replace?: boolean;
}

/** What became of each outline, by result. */
export function ImportRows({ list }: { list: Import }) {
  const [params, setParams] = useSearchParams();
  const search = parseRowsSearch(params);
  const change = (next: RowsSearch, options?: Turn) => setParams(rowsParams(next), { ...options, flushSync: true });
  const tabs: [RowsTab, string, number][] = [
    ['all', 'All', list.total],
    ['created', 'Created', list.created],
    ['exists', 'Already there', list.exists],
    ['recovered', 'Recovered', list.recovered],
    ['invalid', 'Invalid', list.invalid],
  ];
  if (isLive(list) || list.pending > 0) tabs.push(['pending', 'Waiting', list.pending]);

  return (
    <Tabs value={search.show} onChange={(show) => change({ show: show as RowsTab, cursor: null })} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {tabs.map(([value, label, count]) => (
          <Tabs.Tab key={value} value={value} className={classes.tab}>
            {label} <span className={classes.count}>{count.toLocaleString('en')}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={search.show} className={classes.panel}>
        <Rows list={list} search={search} onTurn={(cursor, options) => change({ ...search, cursor }, options)} />
      </Tabs.Panel>
    </Tabs>
  );
}

const NOTHING: Record<RowsTab, string> = {
  all: 'There is no outline with an address in this file.',
  created: 'Nothing new: every outline was already there or invalid.',
  exists: 'No outline was there before.',
  recovered: 'Every outline could be read as it was.',
  invalid: 'Every outline had a good address.',
  pending: 'No outline waits any more.',
};

interface RowsProps {
  list: Import;
  search: RowsSearch;
  onTurn: (cursor: string | null, options?: Turn) => void;
}

function Rows({ list, search, onTurn }: RowsProps) {
  const live = isLive(list);
  const query = useQuery(rowsQuery(list.id, search, live));
  const { data, failureReason, isPlaceholderData, isFetching, refetch } = query;
  const lost = useInvalidCursorReset(query, search.cursor, () => onTurn(null, { replace: true }));
  const region = useRef<HTMLDivElement>(null);
  useScrollToTop(region, data !== undefined && !isPlaceholderData, search.cursor);

  if (!data && failureReason && !lost) {
    return <ErrorState error={failureReason} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data?.items.length === 0 && !isPlaceholderData && !lost) {
    return <p className={classes.nothing}>{live && search.show !== 'all' ? 'None so far.' : NOTHING[search.show]}</p>;
  }
  const { prev_cursor: previous, next_cursor: next } = data ?? {};
  return (
    <div ref={region}>
      <RowsTable rows={data?.items} busy={isPlaceholderData} />
      {data && (
        <Pager
          text={rangeText(data, search.cursor)}
          onPrevious={previous && !isPlaceholderData ? () => onTurn(previous) : undefined}
          onNext={next && !isPlaceholderData ? () => onTurn(next) : undefined}
        />
      )}
    </div>
  );
}

function RowsTable({ rows, busy }: { rows: ImportRow[] | undefined; busy: boolean }) {
  const table = useTable({
    features: dataTableFeatures,
    columns: rowColumns,
    data: rows ?? NO_ROWS,
    getRowId: (row) => String(row.number),
  });
  return <DataTable table={table} label="Outlines" busy={busy} pendingRows={rows ? 0 : 10} />;
}
