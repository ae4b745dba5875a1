import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from 'react-router-dom';
import type { LiveList, LiveListRead } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { StaticTable } from '@/components/StaticTable';
import { READ_RESULT } from '@/entities/live-list/labels';
import { liveListReadsQuery } from '@/entities/live-list/live-list.queries';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';

const helper = createColumnHelper<DataTableFeatures, LiveListRead>();

const columns = helper.columns([
  helper.accessor('at', {
    id: 'at',
    header: 'Time',
    meta: { track: 'minmax(110px, 0.7fr)', card: 'aside' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('result', {
    id: 'result',
    header: 'Result',
    meta: { track: 'minmax(140px, 0.9fr)', card: 'title' },
    cell: ({ row: { original } }) =>
      original.change_set_id ? (
        <Link to={paths.changeSet(original.change_set_id)}>{READ_RESULT[original.result]}</Link>
      ) : (
        READ_RESULT[original.result]
      ),
  }),
  helper.accessor('rows', {
    id: 'rows',
    header: 'Rows',
    meta: { track: 'minmax(70px, 0.4fr)', card: 'line', cardLabel: 'Rows', align: 'end' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor('detail', {
    id: 'detail',
    header: 'Reason',
    meta: { track: 'minmax(0, 3fr)', card: 'line' },
    cell: ({ getValue }) => (
      <span className="truncate" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
]);

/** The readings of a live list, newest first. */
export function LiveListReads({ list }: { list: LiveList }) {
  const query = useQuery(liveListReadsQuery(list.id));
  return (
    <section aria-labelledby="reads" className="stack-8">
      <h2 id="reads" className="heading">
        Readings
      </h2>
      <QueryView
        query={query}
        errorTitle="The readings could not be loaded"
        empty={<p className="hint">The list was not read yet. A job reads it within a minute.</p>}
      >
        <StaticTable columns={columns} rows={query.data} idOf={({ id }) => id} label="Readings" pendingRows={3} />
      </QueryView>
    </section>
  );
}
