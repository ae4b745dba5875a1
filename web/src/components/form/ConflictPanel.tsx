import { Radio } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { RelativeTime } from '@/components/RelativeTime';
import type { Conflict, FieldConflict, Side } from './conflict';
import classes from './ConflictPanel.module.css';
import { fieldLabel, formatValue } from './field-labels';
import { isSameValue } from './merge';

interface Props<T extends FieldValues> {
  conflict: Conflict;
  /** The form, whose values the next save sends. */
  control: Control<T>;
  onChoose: (field: string, side: Side) => void;
  /** Formats the value of a field; '' for no value. */
  format?: (field: string, value: unknown) => string;
}

/**
 * Shows a conflict: the fields that only the other member changed, and a choice for each field that
 * both members changed.
 */
export function ConflictPanel<T extends FieldValues>({ conflict, control, onChoose, format = formatValue }: Props<T>) {
  const { savedBy, savedAt, theirChanges, fieldConflicts } = conflict;
  const values: Partial<Record<string, unknown>> = useWatch({ control });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, [conflict.savedAt]);

  return (
    <section className={`stack-16 card ${classes.panel}`} aria-labelledby="conflict-title">
      <div>
        <h2 className={`heading ${classes.title}`} id="conflict-title" ref={title} tabIndex={-1}>
          {savedBy} saved changes while you were editing
        </h2>
        <p className={classes.text}>
          Saved <RelativeTime at={savedAt} />. Your changes are kept.{' '}
          {fieldConflicts.length > 0
            ? 'Choose a value for each field that you both changed:'
            : 'You changed different fields.'}
        </p>
      </div>
      {fieldConflicts.map((fieldConflict) => (
        <SideChoice
          key={fieldConflict.field}
          conflict={fieldConflict}
          savedBy={savedBy}
          value={values[fieldConflict.field]}
          format={format}
          onChoose={(side) => onChoose(fieldConflict.field, side)}
        />
      ))}
      {theirChanges.length > 0 && (
        <div>
          Changed by {savedBy} and merged into the form:
          <ul className={classes.theirChanges}>
            {theirChanges.map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabel(field)}: {format(field, before) || 'empty'} → {format(field, after) || 'empty'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface SideChoiceProps {
  conflict: FieldConflict;
  savedBy: string;
  /** The current value of the form. */
  value: unknown;
  format: (field: string, value: unknown) => string;
  onChoose: (side: Side) => void;
}

function SideChoice({ conflict: { field, mine, theirs, both }, savedBy, value, format, onChoose }: SideChoiceProps) {
  const chosen = isSameValue(value, theirs) ? 'theirs' : both && isSameValue(value, both) ? 'both' : 'mine';
  const options: { side: Side; owner: string; text: string }[] = [
    ...(both ? [{ side: 'both' as const, owner: 'Both', text: format(field, both) }] : []),
    // The local value may have been edited after the conflict was found.
    { side: 'mine', owner: 'Yours', text: format(field, chosen === 'mine' ? value : mine) },
    { side: 'theirs', owner: `From ${savedBy}`, text: format(field, theirs) },
  ];
  return (
    <Radio.Group label={fieldLabel(field)} value={chosen} onChange={(side) => onChoose(side as Side)}>
      <div className={classes.sides}>
        {options.map(({ side, owner, text }) => (
          <Radio
            key={side}
            value={side}
            size="xs"
            classNames={{
              root: classes.side,
              body: classes.sideBody,
              inner: classes.sideInput,
              labelWrapper: classes.sideLabelWrapper,
              label: classes.sideLabel,
            }}
            label={
              <>
                <span className={`caption ${classes.owner}`}>{owner}</span>{' '}
                <span className={classes.value} data-empty={!text || undefined}>
                  {text || 'Empty'}
                </span>
              </>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}
