import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FileColumn, FileFormat, SourceExport } from '@/api/gen/types.gen';
import { ProblemNote } from '@/components/form/ProblemNote';
import { formatBytes } from '@/lib/format-bytes';
import classes from './export.module.css';
import { FILE_COLUMNS, FORMATS, FREQUENT_COLUMNS } from './file-columns';
import { useExport } from './use-export';

interface Props {
  selection: SourceExport['selection'];
  /** The number of sources as text, such as “12 sources”. */
  count: string;
  onSaved: (name: string) => void;
}

const COLUMN_NAMES = Object.keys(FILE_COLUMNS) as FileColumn[];

/** Chooses the format and the columns of a file, and downloads it. */
export default function ExportForm({ selection, count, onSaved }: Props) {
  const [format, setFormat] = useState<FileFormat>('csv');
  const [chooses, setChooses] = useState(false);
  const [columns, setColumns] = useState<string[]>(FREQUENT_COLUMNS);
  const [omits, setOmits] = useState(false);
  const { isRunning, bytes, error, start, cancel } = useExport(onSaved);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []); // its code is loaded after the dialog has opened
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error !== undefined) submit.current?.focus(); // it was disabled while the export ran
  }, [error]);
  const hasColumns = format !== 'opml';
  const chosen = hasColumns && chooses ? COLUMN_NAMES.filter((column) => columns.includes(column)) : undefined;

  return (
    <form
      className="stack-16"
      onSubmit={(event) => {
        event.preventDefault();
        void start({ selection, format, columns: chosen, forbidden: omits ? 'omit' : 'mark' });
      }}
    >
      <fieldset className={classes.fields} disabled={isRunning}>
        <Radio.Group label="Format" value={format} onChange={(value) => setFormat(value as FileFormat)}>
          <div className={classes.formats}>
            {FORMATS.map(({ value, label, description }, index) => (
              <Radio
                key={value}
                value={value}
                label={label}
                description={description}
                ref={index === 0 ? first : undefined}
              />
            ))}
          </div>
        </Radio.Group>
        {hasColumns && (
          <Radio.Group
            label="Columns"
            value={chooses ? 'chosen' : 'all'}
            onChange={(value) => setChooses(value === 'chosen')}
          >
            <Group gap="lg">
              <Radio value="all" label="All" />
              <Radio value="chosen" label="Chosen" />
            </Group>
          </Radio.Group>
        )}
        {hasColumns && chooses && (
          <Checkbox.Group aria-label="Chosen columns" value={columns} onChange={setColumns}>
            <div className={classes.columns}>
              {COLUMN_NAMES.map((column) => (
                <Checkbox key={column} value={column} label={FILE_COLUMNS[column]} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <Checkbox
          checked={omits}
          onChange={(event) => setOmits(event.currentTarget.checked)}
          label="Leave out sources with the rights “forbidden”"
          description="Otherwise, they are marked in the file."
        />
      </fieldset>
      {error !== undefined && <ProblemNote error={error} />}
      <div className="row spread">
        <span className="hint" role="status">
          {isRunning && (bytes > 0 ? `${formatBytes(bytes)} received` : `Preparing ${count} …`)}
        </span>
        <Group gap="xs">
          {isRunning && (
            <Button variant="default" onClick={cancel}>
              Cancel export
            </Button>
          )}
          <Button ref={submit} type="submit" loading={isRunning} disabled={chosen?.length === 0}>
            Export {count}
          </Button>
        </Group>
      </div>
    </form>
  );
}
