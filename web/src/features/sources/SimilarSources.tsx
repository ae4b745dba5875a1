import { useTable } from '@tanstack/react-table';
import { useId } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { dataTableFeatures } from '@/components/data-table';
import { DataTable } from '@/components/DataTable';
import { ActivityProvider } from './ActivityProvider';
import { columns } from './columns';
import classes from './SourcesPage.module.css';
import type { SourcesSearch } from './sources.schema';

/**
 * Sources whose name is similar to a search that matches few or no sources, for misspelled names.
 */
export function SimilarSources({ rows, search }: { rows: SourceRow[] | undefined; search: SourcesSearch }) {
  const headingId = useId();
  if (!rows?.length) return null;
  return (
    <section aria-labelledby={headingId} className={classes.similar}>
      <h2 id={headingId}>Similar names</h2>
      <p>These names do not contain “{search.q}”, but are spelled like it.</p>
      <SimilarTable rows={rows} search={search} />
    </section>
  );
}

function SimilarTable({ rows, search }: { rows: SourceRow[]; search: SourcesSearch }) {
  const table = useTable({
    features: dataTableFeatures,
    columns,
    data: rows,
    getRowId: (row) => row.id,
    enableSorting: false,
    state: { columnVisibility: Object.fromEntries(search.hide.map((column) => [column, false])) },
  });
  return (
    <ActivityProvider rows={rows} hidden={search.hide}>
      <DataTable table={table} label="Similar names" busy={false} pendingRows={0} />
    </ActivityProvider>
  );
}
