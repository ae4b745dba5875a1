import { createColumnHelper } from '@tanstack/react-table';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { AnsweredBadge, ChangeSetStateBadge } from '@/components/change-set/badges';
import { shortResult } from '@/components/change-set/change-words';
import type { DataTableFeatures } from '@/components/data-table';
import { RelativeTime } from '@/components/RelativeTime';
import { RowLink } from '@/components/RowLink';
import { CHANGE_SET_ORIGIN } from '@/entities/change-set/labels';
import { labelOf } from '@/lib/labels';
import { paths } from '@/lib/paths';

const helper = createColumnHelper<DataTableFeatures, ChangeSet>();
const unsortable = { enableSorting: false };

/** The columns of the table of change sets. */
export const changeColumns = helper.columns([
  helper.accessor('title', {
    id: 'title',
    header: 'Change',
    ...unsortable,
    meta: { track: 'minmax(0, 3fr)', card: 'title' },
    cell: ({ row, getValue }) => (
      <RowLink to={paths.changeSet(row.original.id)} title={getValue()}>
        {getValue()}
      </RowLink>
    ),
  }),
  helper.accessor('state', {
    id: 'state',
    header: 'State',
    ...unsortable,
    meta: { track: '140px', card: 'aside' },
    cell: ({ row }) => <State changeSet={row.original} />,
  }),
  helper.accessor((row) => shortResult(row), {
    id: 'result',
    header: 'Result',
    ...unsortable,
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  helper.accessor('origin', {
    id: 'origin',
    header: 'Origin',
    ...unsortable,
    meta: { track: '120px', card: 'line' },
    cell: ({ getValue }) => labelOf(CHANGE_SET_ORIGIN, getValue()),
  }),
  helper.accessor((row) => row.created_by.name || row.created_by.email, {
    id: 'by',
    header: 'By',
    ...unsortable,
    meta: { track: 'minmax(0, 1.2fr)', card: 'line' },
    cell: ({ row, getValue }) => <span title={row.original.created_by.email}>{getValue()}</span>,
  }),
  helper.accessor((row) => row.started_at ?? row.created_at, {
    id: 'at',
    header: 'When',
    ...unsortable,
    meta: { track: '116px', card: 'line' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
]);

/** The state; of an own proposal with a new answer, that it is answered. */
function State({ changeSet }: { changeSet: ChangeSet }) {
  const isAnswered = useMember().id === changeSet.created_by.id && changeSet.answer_unseen;
  return isAnswered ? <AnsweredBadge state={changeSet.state} /> : <ChangeSetStateBadge changeSet={changeSet} />;
}
