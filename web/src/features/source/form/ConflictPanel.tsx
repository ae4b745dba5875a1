import { useEffect, useId, useRef } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { RelativeTime } from '@/components/RelativeTime';
import type { Conflict, ContestedField, Side } from './conflict';
import classes from './ConflictPanel.module.css';
import { fieldLabel, formatValue } from './field-labels';
import { isSameValue } from './patch';

interface Props<T extends FieldValues, F extends string> {
  conflict: Conflict<F>;
  /** The form, whose values the next save sends. */
  control: Control<T>;
  onChoose: (field: F, side: Side) => void;
}

/** Shows a conflict: the fields taken over from the other person, and a choice for each field that both changed. */
export function ConflictPanel<T extends FieldValues, F extends string>({ conflict, control, onChoose }: Props<T, F>) {
  const { by, at, taken, contested } = conflict;
  const values: Partial<Record<F, unknown>> = useWatch({ control });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, [conflict.version]);

  return (
    <section className={classes.panel} aria-labelledby="conflict-title">
      <div>
        <h2 className={classes.title} id="conflict-title" ref={title} tabIndex={-1}>
          {by} saved changes while you were editing
        </h2>
        <p className={classes.text}>
          Saved <RelativeTime at={at} />. Your changes are kept.{' '}
          {contested.length > 0
            ? 'Choose a value for each field that you both changed:'
            : 'You changed different fields.'}
        </p>
      </div>
      {contested.length > 0 && (
        <div className={classes.fields}>
          {contested.map((field) => (
            <Choice
              key={field.field}
              contested={field}
              by={by}
              value={values[field.field]}
              onChoose={(side) => onChoose(field.field, side)}
            />
          ))}
        </div>
      )}
      {taken.length > 0 && (
        <div>
          Changed by {by} and taken over:
          <ul className={classes.taken}>
            {taken.map(({ field, before, after }) => (
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

interface ChoiceProps {
  contested: ContestedField<string>;
  by: string;
  value: unknown;
  onChoose: (side: Side) => void;
}

function Choice({ contested: { field, mine, theirs }, by, value, onChoose }: ChoiceProps) {
  const group = useId();
  const chosen = isSameValue(value, theirs) ? 'theirs' : 'mine';
  const options = [
    // The local value may have been edited after the conflict was found.
    { side: 'mine', name: 'Yours', shown: chosen === 'mine' ? value : mine },
    { side: 'theirs', name: `From ${by}`, shown: theirs },
  ] as const;
  return (
    <fieldset className={classes.field}>
      <legend>{fieldLabel(field)}</legend>
      <div className={classes.sides}>
        {options.map(({ side, name, shown }) => (
          <label key={side} className={classes.side}>
            <input type="radio" name={group} checked={chosen === side} onChange={() => onChoose(side)} />
            <span className={classes.choice}>
              <span className={classes.owner}>{name}</span>
              {formatValue(field, shown) ? (
                <span className={classes.value}>{formatValue(field, shown)}</span>
              ) : (
                <span className={classes.empty}>Empty</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
