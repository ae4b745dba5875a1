import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import { LIMITS } from '@/components/form/limits';
import { SelectField } from '@/components/form/SelectField';
import { Icon } from '@/components/Icon';
import { ENDPOINT_KIND } from '@/entities/endpoint/labels';
import { selectOptions } from '@/lib/labels';
import classes from './EndpointRows.module.css';
import { guessKind } from './guess-kind';
import type { SourceValues } from './values';

/**
 * The endpoint addresses of a new source; other endpoint settings are edited on the source page.
 */
export function EndpointRows({ hasCandidates }: { hasCandidates: boolean }) {
  const form = useFormContext<SourceValues>();
  const { control, setValue, setFocus } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'endpoints' });
  /** Ids of the rows with a chosen kind; the kind of the others follows the address. */
  const [chosenKinds] = useState(() => new Set<string>());

  function removeRow(row: number) {
    remove(row);
    // The focused button is removed with its row.
    if (fields.length > 1) setFocus(`endpoints.${Math.max(0, row - 1)}.url`);
  }

  return (
    <div className="stack-8" role="group" aria-labelledby="endpoints-legend">
      <div>
        <div className={classes.legend} id="endpoints-legend">
          Endpoints
        </div>
        <p className={classes.hint}>
          {hasCandidates
            ? 'Addresses of other feeds or sitemaps.'
            : 'Addresses of feeds or sitemaps. You can also add them later.'}
        </p>
      </div>
      {fields.map((field, row) => {
        return (
          <div key={field.id} className={classes.row}>
            <Field
              control={control}
              name={`endpoints.${row}.url`}
              label={undefined}
              aria-label={`Address of endpoint ${row + 1}`}
              placeholder="https://…/feed"
              inputMode="url"
              spellCheck={false}
              onChange={(event) => {
                if (!chosenKinds.has(field.id)) setValue(`endpoints.${row}.kind`, guessKind(event.target.value));
              }}
            />
            <SelectField
              control={control}
              name={`endpoints.${row}.kind`}
              label={undefined}
              aria-label={`Kind of endpoint ${row + 1}`}
              data={selectOptions(ENDPOINT_KIND)}
              onOptionSubmit={() => chosenKinds.add(field.id)}
            />
            <Tooltip label="Remove this row">
              <ActionIcon
                className={classes.remove}
                size={34}
                variant="subtle"
                color="gray"
                onClick={() => removeRow(row)}
                aria-label={`Remove endpoint ${row + 1}`}
              >
                <Icon name="close" />
              </ActionIcon>
            </Tooltip>
          </div>
        );
      })}
      <Button
        className={classes.add}
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="plus" />}
        disabled={fields.length >= LIMITS.endpoints}
        onClick={() => append({ url: '', kind: 'rss' })}
      >
        {fields.length === 0 ? 'Add an endpoint' : 'Add another endpoint'}
      </Button>
    </div>
  );
}
