import { Button, VisuallyHidden } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import type { ApiToken } from '@/api/gen/types.gen';
import { ConfirmModal } from '@/components/ConfirmModal';
import type { DataTableFeatures } from '@/components/data-table';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { notifySuccess } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import { StaticTable } from '@/components/StaticTable';
import type { Tone } from '@/components/tone';
import { ToneBadge } from '@/components/ToneBadge';
import { tokenState, useRevokeToken } from '@/entities/token/token.queries';
import { useNow } from '@/lib/use-now';
import { PersonName } from './MembersTable';
import classes from './people.module.css';

const STATES: Record<ReturnType<typeof tokenState>, { label: string; icon: IconName; tone: Tone }> = {
  valid: { label: 'Valid', icon: 'key', tone: 'muted' },
  expiring: { label: 'Expires soon', icon: 'warning', tone: 'warn' },
  expired: { label: 'Expired', icon: 'close', tone: 'muted' },
  revoked: { label: 'Revoked', icon: 'close', tone: 'muted' },
};

const helper = createColumnHelper<DataTableFeatures, ApiToken>();

const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: 'Name',
    meta: { track: 'minmax(0, 2fr)', card: 'title' },
  }),
  helper.accessor('owner', {
    id: 'owner',
    header: 'Owner',
    meta: { track: 'minmax(0, 1.6fr)', card: 'line', cardLabel: 'Owner' },
    cell: ({ getValue }) => <PersonName {...getValue()} />,
  }),
  helper.accessor((row) => (row.scopes.includes('write') ? 'Read and write' : 'Read'), {
    id: 'scopes',
    header: 'Scope',
    meta: { track: 'minmax(100px, 0.8fr)', card: 'line' },
  }),
  helper.accessor('hint', {
    id: 'hint',
    header: 'Token',
    meta: { track: 'minmax(90px, 0.7fr)', card: 'line' },
    cell: ({ getValue }) => <span className={classes.hintCode}>{getValue()}…</span>,
  }),
  helper.display({
    id: 'state',
    header: 'State',
    meta: { track: 'minmax(110px, 0.9fr)', card: 'line' },
    cell: ({ row }) => <TokenStateBadge token={row.original} />,
  }),
  helper.accessor('expires_at', {
    id: 'expires',
    header: 'Expires',
    meta: { track: 'minmax(100px, 0.8fr)', card: 'line', cardLabel: 'Expires' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor('last_used_at', {
    id: 'used',
    header: 'Last used',
    meta: { track: 'minmax(100px, 0.8fr)', card: 'line', cardLabel: 'Last used' },
    cell: ({ getValue }) => {
      const at = getValue();
      return at ? <RelativeTime at={at} /> : 'Never';
    },
  }),
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '108px', card: 'aside', align: 'end' },
    cell: ({ row }) => <RevokeButton token={row.original} />,
  }),
]);

export function TokensTable({ tokens, withOwner }: { tokens: ApiToken[] | undefined; withOwner: boolean }) {
  return (
    <StaticTable
      columns={columns}
      rows={tokens}
      idOf={({ id }) => id}
      label="API tokens"
      pendingRows={2}
      visibility={{ owner: withOwner }}
    />
  );
}

function TokenStateBadge({ token }: { token: ApiToken }) {
  const { label, icon, tone } = STATES[tokenState(token, useNow())];
  return (
    <ToneBadge tone={tone} icon={<Icon name={icon} size={14} />}>
      {label}
    </ToneBadge>
  );
}

function RevokeButton({ token }: { token: ApiToken }) {
  const [isOpen, setIsOpen] = useState(false);
  const revoke = useRevokeToken();
  const now = useNow();
  if (['revoked', 'expired'].includes(tokenState(token, now))) return null;
  async function confirm() {
    await revoke.mutateAsync(token.id);
    notifySuccess(`“${token.name}” is revoked.`);
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setIsOpen(true)}
        aria-label={`Revoke the token ${token.name}`}
      >
        Revoke
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Revoke “${token.name}”?`}
        action="Revoke token"
        onConfirm={confirm}
      >
        Programs that use this token lose their access within a minute. This cannot be undone.
      </ConfirmModal>
    </>
  );
}
