import { createColumnHelper } from '@tanstack/react-table';
import type { AlertRule } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { RelativeTime } from '@/components/RelativeTime';
import { RowLink } from '@/components/RowLink';
import { StaticTable } from '@/components/StaticTable';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { describeCondition } from './rule-values';
import { RuleState } from './RuleState';

const helper = createColumnHelper<DataTableFeatures, AlertRule>();

/** Returns the destinations of a rule, such as "desk@example.org and 2 webhooks". */
function destinations(rule: AlertRule): string {
  const emails =
    rule.emails.length > 1 ? formatCount(rule.emails.length, 'e-mail address', 'e-mail addresses') : rule.emails[0];
  const webhooks = rule.webhooks.length > 1 ? formatCount(rule.webhooks.length, 'webhook') : rule.webhooks[0]?.name;
  return [emails, webhooks].filter(Boolean).join(' and ');
}

const columns = helper.columns([
  helper.accessor('name', {
    id: 'name',
    header: 'Name',
    meta: { track: 'minmax(0, 1.4fr)', card: 'title' },
    cell: ({ row }) => <RowLink to={paths.alertRule(row.original.id)}>{row.original.name}</RowLink>,
  }),
  helper.display({
    id: 'state',
    header: 'State',
    meta: { track: 'minmax(150px, 0.8fr)', card: 'aside' },
    cell: ({ row }) => <RuleState rule={row.original} />,
  }),
  helper.accessor((rule) => describeCondition(rule.condition, rule.for_minutes, rule.view_name), {
    id: 'condition',
    header: 'When',
    meta: { track: 'minmax(0, 2fr)', card: 'line' },
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  helper.accessor(destinations, {
    id: 'destinations',
    header: 'Sent to',
    meta: { track: 'minmax(0, 1.4fr)', card: 'line', cardLabel: 'Sent to' },
  }),
  helper.accessor('updated_at', {
    id: 'updated',
    header: 'Changed',
    meta: { track: 'minmax(100px, 0.7fr)', card: 'line', cardLabel: 'Changed' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
]);

export function RulesTable({ rules }: { rules: AlertRule[] | undefined }) {
  return <StaticTable columns={columns} rows={rules} idOf={({ id }) => id} label="Alert rules" pendingRows={3} />;
}
