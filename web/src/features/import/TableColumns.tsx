import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Import, ImportTable, ImportTableColumn } from '@/api/gen/types.gen';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { ProblemNote } from '@/components/form/ProblemNote';
import { QueryView } from '@/components/QueryView';
import { tableQuery, useSetTable } from '@/entities/import/import-table.queries';
import { formatCount } from '@/lib/format-count';
import classes from './TableColumns.module.css';

const ORIGINS: Record<ImportTableColumn['origin'], string> = {
  header: 'Recognized by the header',
  content: 'Recognized by the values',
  memory: 'Chosen before for this header',
  person: 'Chosen',
  none: 'Not recognized',
};

const SEPARATORS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

/** Describes how a file was read: format, encoding and separator. */
function readingText(format: string, { encoding, separator }: ImportTable) {
  const details = [
    format.toUpperCase(),
    encoding && `encoding ${encoding}`,
    separator && `cells separated by ${SEPARATORS[separator] ?? separator}`,
  ];
  return `Read as ${details.filter(Boolean).join(', ')}.`;
}

/** Called with whether a person has made a choice that was not used yet. */
type OnChange = (isChanged: boolean) => void;

/** Shows the columns of a table with their targets, which can be changed. */
export function TableColumns({
  importRun,
  isEditable,
  onChange,
}: {
  importRun: Import;
  isEditable: boolean;
  onChange: OnChange;
}) {
  const query = useQuery(tableQuery(importRun.id));
  return (
    <section aria-label="Columns" className={classes.section}>
      <QueryView query={query} errorTitle="The columns could not be loaded">
        {(table) => (
          <>
            <p className="dimmed">
              {readingText(importRun.format, table)}
              {table.encoding &&
                table.encoding !== 'utf-8' &&
                ' If letters are wrong, save the file as UTF-8 and upload it again.'}
            </p>
            {!table.columns.some(({ target }) => target === 'name') && (
              <p className="dimmed">
                No column is read as the name, so new sources are named after their domains. If a column has the names,
                choose Name for it.
              </p>
            )}
            <Columns id={importRun.id} table={table} isEditable={isEditable} onChange={onChange} />
          </>
        )}
      </QueryView>
    </section>
  );
}

interface ColumnsProps {
  id: string;
  table: ImportTable;
  isEditable: boolean;
  onChange: OnChange;
}

/** The columns of a table, collapsed unless one needs a review, so that the rows are visible. */
function Columns(props: ColumnsProps) {
  const { columns } = props.table;
  const reviewCount = columns.filter(({ origin }) => origin === 'none' || origin === 'content').length;
  const [isOpen] = useState(reviewCount > 0);
  return (
    <details open={isOpen}>
      <DisclosureSummary>
        <h2 className="heading">Columns</h2>
        <span className="dimmed">
          {reviewCount === 0 ? `all ${columns.length} recognized` : `${reviewCount} of ${columns.length} to review`}
        </span>
      </DisclosureSummary>
      <ColumnsForm {...props} />
    </details>
  );
}

function ColumnsForm({ id, table, isEditable, onChange }: ColumnsProps) {
  const [changed, setChanged] = useState<Record<number, string>>({});
  const [clear, setClear] = useState<string>();
  const set = useSetTable(id);
  const targets = table.columns.map(({ target }, at) => changed[at] ?? target);
  const isChanged = clear !== undefined || targets.some((target, at) => target !== table.columns[at]?.target);
  useEffect(() => onChange(isChanged), [isChanged, onChange]);
  const ignoredBy = (by: ImportTableColumn['origin']) =>
    table.columns.filter(({ origin }, at) => origin === by && targets[at] === 'ignore').map(({ header }) => header);
  const [unknown, ownValues] = [ignoredBy('none'), ignoredBy('header')];
  const save = () =>
    set.mutate(
      { targets, clear: clear ?? table.clear },
      {
        onSuccess: () => {
          setChanged({});
          setClear(undefined);
        },
      },
    );
  return (
    <form
      className={`stack-12 ${classes.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!set.isPending) save();
      }}
    >
      <ul className={`list ${classes.columns}`}>
        {table.columns.map((column, at) => (
          <li key={at} className={`card ${classes.column}`} data-ignored={targets[at] === 'ignore' || undefined}>
            <NativeSelect
              label={column.header}
              description={targets[at] === column.target ? ORIGINS[column.origin] : 'Chosen, not used yet'}
              data={table.targets.map(({ target, label }) => ({ value: target, label }))}
              value={targets[at]}
              disabled={!isEditable}
              onChange={({ currentTarget }) => {
                set.reset();
                setChanged({ ...changed, [at]: currentTarget.value });
              }}
            />
            <p className={`dimmed truncate ${classes.samples}`} title={column.samples.join(' · ')}>
              {column.samples.join(' · ') || 'No values'}
            </p>
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className="dimmed">
          {formatCount(unknown.length, 'column is', 'columns are')} ignored: {unknown.join(', ')}. Choose a field, or
          keep the values as tags or notes.
        </p>
      )}
      {ownValues.length > 0 && (
        <p className="dimmed">The register sets these columns itself: {ownValues.join(', ')}. They are not imported.</p>
      )}
      {set.error && <ProblemNote error={set.error} />}
      {isEditable && (
        <div className={`wrap ${classes.actions}`}>
          <TextInput
            label="Text that clears a value"
            description="An empty cell keeps it"
            maxLength={20}
            value={clear ?? table.clear}
            onChange={({ currentTarget }) => setClear(currentTarget.value)}
          />
          <Button type="submit" variant={isChanged ? 'filled' : 'default'} loading={set.isPending}>
            {isChanged ? 'Use these columns' : 'Check all rows again'}
          </Button>
        </div>
      )}
    </form>
  );
}
