import { VisuallyHidden } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { Member } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { RelativeTime } from '@/components/RelativeTime';
import { StaticTable } from '@/components/StaticTable';
import { ROLE } from '@/entities/person/labels';
import { MemberMenu } from './MemberMenu';
import { MemberStateBadge } from './MemberStateBadge';

const helper = createColumnHelper<DataTableFeatures, Member>();

const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: 'Name',
    meta: { track: 'minmax(0, 2.4fr)', card: 'title' },
    cell: ({ row }) => <PersonName name={row.original.name} email={row.original.email} />,
  }),
  helper.accessor('role', {
    id: 'role',
    header: 'Role',
    meta: { track: 'minmax(110px, 1fr)', card: 'line' },
    cell: ({ getValue }) => ROLE[getValue()],
  }),
  helper.accessor('state', {
    id: 'state',
    header: 'State',
    meta: { track: 'minmax(110px, 1fr)', card: 'line' },
    cell: ({ getValue }) => <MemberStateBadge state={getValue()} />,
  }),
  helper.accessor('last_seen_at', {
    id: 'seen',
    header: 'Last seen',
    meta: { track: 'minmax(110px, 1fr)', card: 'line', cardLabel: 'Last seen' },
    cell: ({ getValue }) => {
      const at = getValue();
      return at ? <RelativeTime at={at} /> : 'Never';
    },
  }),
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '64px', card: 'aside', align: 'end' },
    cell: ({ row }) => <MemberMenu member={row.original} />,
  }),
]);

/** The members with their roles. */
export function MembersTable({ members, busy }: { members: Member[] | undefined; busy: boolean }) {
  return (
    <StaticTable columns={columns} rows={members} idOf={({ id }) => id} label="Members" busy={busy} pendingRows={3} />
  );
}

/** A name with the e-mail address, which is shown once if there is no name. */
export function PersonName({ name, email }: { name: string; email: string }) {
  return (
    <span className="truncate" title={email}>
      {name}
      {name !== email && <span className="dimmed"> {email}</span>}
    </span>
  );
}
