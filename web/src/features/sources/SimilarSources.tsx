import { useId } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { StaticTable } from '@/components/StaticTable';
import { ActivityProvider } from './ActivityProvider';
import { columns } from './columns';
import type { SourcesSearch } from './sources.schema';
import classes from './SourcesPage.module.css';

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
  const visibility = Object.fromEntries(search.hide.map((column) => [column, false]));
  return (
    <ActivityProvider rows={rows} hidden={search.hide}>
      <StaticTable columns={columns} rows={rows} idOf={({ id }) => id} label="Similar names" visibility={visibility} />
    </ActivityProvider>
  );
}
