import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { Invitation } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { notifyWithUndo, tryOrNotify } from '@/components/notify';
import { QueryView } from '@/components/QueryView';
import { StaticTable } from '@/components/StaticTable';
import { ROLE } from '@/entities/person/labels';
import { invitationsQuery, useInvite, useWithdraw } from '@/entities/person/person.queries';
import { formatNumber } from '@/lib/format-count';
import classes from './people.module.css';

const helper = createColumnHelper<DataTableFeatures, Invitation>();

const columns = helper.columns([
  helper.accessor('value', {
    id: 'value',
    header: 'E-mail address or domain',
    meta: { track: 'minmax(0, 2.4fr)', card: 'title' },
    cell: ({ row, getValue }) => (row.original.kind === 'domain' ? `Everyone at ${getValue()}` : getValue()),
  }),
  helper.accessor((row) => (row.role ? ROLE[row.role] : 'Default role'), {
    id: 'role',
    header: 'Role at first sign-in',
    meta: { track: 'minmax(110px, 1fr)', card: 'line' },
  }),
  helper.accessor('people', {
    id: 'people',
    header: 'Members',
    meta: { track: 'minmax(70px, 0.6fr)', card: 'line', cardLabel: 'Members', align: 'end' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  helper.accessor((row) => (row.configured ? 'Configuration of the service' : (row.created_by ?? 'Command line')), {
    id: 'by',
    header: 'Invited by',
    meta: { track: 'minmax(0, 1.4fr)', card: 'line', cardLabel: 'Invited by' },
  }),
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '128px', card: 'aside', align: 'end' },
    cell: ({ row }) => row.original.id && <WithdrawButton invitation={row.original} id={row.original.id} />,
  }),
]);

/** The addresses and domains that may sign in. */
export function Invitations() {
  const query = useQuery(invitationsQuery());
  return (
    <section aria-labelledby="invitations" className={classes.section}>
      <h2 id="invitations" className={`heading ${classes.heading}`}>
        Who may sign in
      </h2>
      <QueryView query={query} errorTitle="The invitations could not be loaded">
        <StaticTable
          columns={columns}
          rows={query.data}
          idOf={(row) => row.id ?? `configured ${row.value}`}
          label="Who may sign in"
          pendingRows={2}
        />
      </QueryView>
    </section>
  );
}

function WithdrawButton({ invitation, id }: { invitation: Invitation; id: string }) {
  const withdraw = useWithdraw();
  const invite = useInvite();

  const inviteAgain = () =>
    tryOrNotify(`${invitation.value} was not invited again`, async () => {
      await invite.mutateAsync({ [invitation.kind]: invitation.value, role: invitation.role ?? 'viewer' });
    });

  const onClick = () =>
    tryOrNotify(`The invitation of ${invitation.value} was not withdrawn`, async () => {
      await withdraw.mutateAsync(id);
      notifyWithUndo(`The invitation of ${invitation.value} is withdrawn.`, () => void inviteAgain());
    });

  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={withdraw.isPending}
      onClick={() => void onClick()}
      aria-label={`Withdraw the invitation of ${invitation.value}`}
    >
      Withdraw
    </Button>
  );
}
