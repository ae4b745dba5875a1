import { useEffect, useId, useRef } from 'react';
import { useWatch, type Control, type FieldValues } from 'react-hook-form';
import { RelativeTime } from '@/components/RelativeTime';
import type { Conflict, Contested } from './conflict';
import classes from './ConflictPanel.module.css';
import { fieldLabel, formatValue } from './field-labels';
import { isSameValue } from './patch';

interface Props<T extends FieldValues, F extends string> {
  conflict: Conflict<F>;
  /** Of the form, whose values are what a save would send. */
  control: Control<T>;
  onChoose: (field: F, whose: 'mine' | 'theirs') => void;
}

/** Two people changed the same thing: what each of them did, and for what both changed, a choice. */
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
          {by} saved changes here while you were editing
        </h2>
        <p className={classes.text}>
          Saved <RelativeTime at={at} />. Nothing you typed is lost.{' '}
          {contested.length > 0 ? 'Where you both changed the same, choose what to keep:' : 'You changed other things.'}
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
              onChoose={(whose) => onChoose(field.field, whose)}
            />
          ))}
        </div>
      )}
      {taken.length > 0 && (
        <div>
          Taken over from {by}:
          <ul className={classes.taken}>
            {taken.map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabel(field)}: {formatValue(field, before) || 'nothing'} →{' '}
                {formatValue(field, after) || 'nothing'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface ChoiceProps {
  contested: Contested<string>;
  by: string;
  value: unknown;
  onChoose: (whose: 'mine' | 'theirs') => void;
}

function Choice({ contested: { field, mine, theirs }, by, value, onChoose }: ChoiceProps) {
  const group = useId();
  const chosen = isSameValue(value, theirs) ? 'theirs' : 'mine';
  const sides = [
    // What was typed since counts as mine, too.
    { whose: 'mine', name: 'Yours', shown: chosen === 'mine' ? value : mine },
    { whose: 'theirs', name: `From ${by}`, shown: theirs },
  ] as const;
  return (
    <fieldset className={classes.field}>
      <legend>{fieldLabel(field)}</legend>
      <div className={classes.sides}>
        {sides.map(({ whose, name, shown }) => (
          <label key={whose} className={classes.side}>
            <input type="radio" name={group} checked={chosen === whose} onChange={() => onChoose(whose)} />
            <span className={classes.words}>
              <span className={classes.whose}>{name}</span>
              {formatValue(field, shown) ? (
                <span className={classes.value}>{formatValue(field, shown)}</span>
              ) : (
                <span className={classes.none}>Nothing</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
