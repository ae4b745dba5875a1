import { Radio } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { RelativeTime } from '@/components/RelativeTime';
import type { Conflict, FieldConflict, Side } from './conflict';
import classes from './ConflictPanel.module.css';
import { fieldLabel, formatValue } from './field-labels';
import { isSameValue } from './merge';

interface Props<T extends FieldValues, F extends string> {
  conflict: Conflict<F>;
  /** The form, whose values the next save sends. */
  control: Control<T>;
  onChoose: (field: F, side: Side) => void;
}

/** Shows a conflict: the fields that only the other member changed, and a choice for each field that both members changed. */
export function ConflictPanel<T extends FieldValues, F extends string>({ conflict, control, onChoose }: Props<T, F>) {
  const { savedBy, savedAt, theirChanges, fieldConflicts } = conflict;
  const values: Partial<Record<F, unknown>> = useWatch({ control });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, [conflict.version]);

  return (
    <section className={classes.panel} aria-labelledby="conflict-title">
      <div>
        <h2 className={classes.title} id="conflict-title" ref={title} tabIndex={-1}>
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
          onChoose={(side) => onChoose(fieldConflict.field, side)}
        />
      ))}
      {theirChanges.length > 0 && (
        <div>
          Changed by {savedBy} and merged into the form:
          <ul className={classes.theirChanges}>
            {theirChanges.map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabel(field)}: {formatValue(field, before) || 'empty'} → {formatValue(field, after) || 'empty'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface SideChoiceProps {
  conflict: FieldConflict<string>;
  savedBy: string;
  /** The current value of the form. */
  value: unknown;
  onChoose: (side: Side) => void;
}

function SideChoice({ conflict: { field, mine, theirs, both }, savedBy, value, onChoose }: SideChoiceProps) {
  const chosen = isSameValue(value, theirs) ? 'theirs' : both && isSameValue(value, both) ? 'both' : 'mine';
  const options: { side: Side; owner: string; text: string }[] = [
    ...(both ? [{ side: 'both' as const, owner: 'Both', text: formatValue(field, both) }] : []),
    // The local value may have been edited after the conflict was found.
    { side: 'mine', owner: 'Yours', text: formatValue(field, chosen === 'mine' ? value : mine) },
    { side: 'theirs', owner: `From ${savedBy}`, text: formatValue(field, theirs) },
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
                <span className={classes.owner}>{owner}</span>{' '}
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
