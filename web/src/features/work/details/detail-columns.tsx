import { VisuallyHidden } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { createContext, use } from 'react';
import type { Suggestion } from '@/api/gen/types.gen';
import type { DataTableFeatures } from '@/components/data-table';
import { Logo } from '@/components/Logo';
import { RowLink } from '@/components/RowLink';
import { SuggestedValue } from '@/components/suggestion/SuggestedValue';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import type { Decisions } from '@/components/suggestion/use-decide-suggestions';
import { SUGGESTION_FIELD } from '@/entities/suggestion/labels';
import { paths } from '@/lib/paths';
import { Left } from '../Left';
import classes from './details.module.css';

const helper = createColumnHelper<DataTableFeatures, Suggestion>();
const unsortable = { enableSorting: false };

/**
 * The decisions for the buttons in the rows. They are in a context, because new columns would
 * remount the focused button.
 */
export const DecisionsContext = createContext<{
  decisions: Decisions;
  /** The ids of the shown suggestions that are no longer open. */
  leftIds: ReadonlySet<string>;
} | null>(null);

function DecideCell({ suggestion }: { suggestion: Suggestion }) {
  const context = use(DecisionsContext);
  if (!context) return null;
  if (context.leftIds.has(suggestion.id)) return <Left />;
  return <SuggestionButtons suggestion={suggestion} decisions={context.decisions} isCompact />;
}

/** The columns of the table of suggestions for viewers. */
export const viewerColumns = helper.columns([
  helper.accessor('source_name', {
    id: 'source',
    header: 'Source',
    ...unsortable,
    meta: { track: 'minmax(0, 1.8fr)', card: 'title' },
    cell: ({ row: { original: s } }) => (
      <span className={classes.source}>
        <Logo
          source={{ id: s.source_id, name: s.source_name, canonical_domain: s.canonical_domain, logo: s.source_logo }}
          size={20}
        />
        <RowLink to={paths.source(s.source_id)} title={s.source_name}>
          {s.source_name}
        </RowLink>
      </span>
    ),
  }),
  helper.accessor('field', {
    id: 'field',
    header: 'Field',
    ...unsortable,
    meta: { track: '104px', card: 'line', cardLabel: 'Field' },
    cell: ({ row: { original: s } }) => s.field && SUGGESTION_FIELD[s.field],
  }),
  helper.accessor('evidence.after', {
    id: 'value',
    header: 'Suggestion',
    ...unsortable,
    meta: { track: 'minmax(0, 2.4fr)', card: 'line', cardLabel: 'Suggestion' },
    cell: ({ row }) => <SuggestedValue suggestion={row.original} />,
  }),
  helper.accessor('evidence.origin', {
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

/** The columns of the table of suggestions for editors. */
export const editorColumns = helper.columns([
  ...viewerColumns,
  helper.display({
    id: 'actions',
    header: () => <VisuallyHidden>Actions</VisuallyHidden>,
    meta: { track: '128px', card: 'line', align: 'end' },
    cell: ({ row }) => <DecideCell suggestion={row.original} />,
  }),
]);
