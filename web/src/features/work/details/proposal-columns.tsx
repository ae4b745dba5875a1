import { VisuallyHidden } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { createContext, use } from 'react';
import type { Proposal } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { Logo } from '@/components/Logo';
import { DecideButtons } from '@/components/proposal/DecideButtons';
import { ProposedValue } from '@/components/proposal/ProposedValue';
import type { Decision } from '@/components/proposal/use-decide';
import { RowLink } from '@/components/RowLink';
import { PROPOSAL_FIELD } from '@/lib/labels';
import { paths } from '@/lib/paths';
import { Left } from '../Left';
import classes from './details.module.css';

const helper = createColumnHelper<DataTableFeatures, Proposal>();
const unsortable = { enableSorting: false };

/**
 * The decisions for the buttons in the rows. A context, because new columns would remount the
 * focused button.
 */
export const DecisionsContext = createContext<{
  /** The proposals whose decision is being saved. */
  pending: ReadonlyMap<string, Decision>;
  /** The proposals that are no longer open, while the order of the list is kept. */
  left: ReadonlySet<string>;
  run: (decision: Decision, proposal: Proposal) => void;
}>({ pending: new Map(), left: new Set(), run: () => undefined });

function DecideCell({ proposal }: { proposal: Proposal }) {
  const { pending, left, run } = use(DecisionsContext);
  if (left.has(proposal.id)) return <Left />;
  return (
    <DecideButtons
      proposal={proposal}
      pending={pending.get(proposal.id) ?? null}
      onDecide={(decision) => run(decision, proposal)}
    />
  );
}

/** The columns of the table of proposals for viewers. */
export const viewerColumns = helper.columns([
  helper.accessor('source_name', {
    id: 'source',
    header: 'Source',
    ...unsortable,
    meta: { track: 'minmax(0, 1.8fr)', card: 'title' },
    cell: ({ row: { original: p } }) => (
      <span className={classes.source}>
        <Logo
          source={{ id: p.source_id, name: p.source_name, canonical_domain: p.canonical_domain, logo: p.source_logo }}
          size={20}
        />
        <RowLink to={paths.source(p.source_id)} title={p.source_name}>
          {p.source_name}
        </RowLink>
      </span>
    ),
  }),
  helper.accessor('field', {
    id: 'field',
    header: 'Field',
    ...unsortable,
    meta: { track: '104px', card: 'line', cardLabel: 'Field' },
    cell: ({ getValue }) => PROPOSAL_FIELD[getValue()],
  }),
  helper.accessor('value', {
    id: 'value',
    header: 'Suggestion',
    ...unsortable,
    meta: { track: 'minmax(0, 2.4fr)', card: 'line', cardLabel: 'Suggestion' },
    cell: ({ row }) => <ProposedValue proposal={row.original} />,
  }),
  helper.accessor('origin', {
    id: 'origin',
    header: 'Found in',
    ...unsortable,
    meta: { track: 'minmax(0, 1.6fr)', card: 'line', cardLabel: 'Found in' },
    cell: ({ getValue }) => (
      <span className={classes.origin} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
]);

/** The columns of the table of proposals for editors. */
export const editorColumns = helper.columns([
  ...viewerColumns,
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '128px', card: 'line', align: 'end' },
    cell: ({ row }) => <DecideCell proposal={row.original} />,
  }),
]);
