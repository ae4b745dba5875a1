import type { FieldChange } from '@/api/gen/types.gen';
import { fieldLabel, formatValue } from '@/components/form/field-labels';
import { NamedSource, SOURCE_FIELDS } from '@/components/NamedSource';
import classes from './change-set.module.css';

/**
 * The changed fields of an item with their values before and after, one per line. A creation has no
 * values before.
 */
export function ChangedFields({ changes, isCreated = false }: { changes: FieldChange[]; isCreated?: boolean }) {
  return (
    <ul className={`list breakable ${classes.fields}`} data-lines>
      {changes.map((change) => (
        <li key={change.field}>
          <span className="dimmed">{fieldLabel(change.field)}:</span>{' '}
          {Array.isArray(change.before) || Array.isArray(change.after) ? (
            <ChangedList {...change} />
          ) : (
            <ChangedValue {...change} isCreated={isCreated} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ChangedValue({ field, before, after, isCreated }: FieldChange & { isCreated: boolean }) {
  if (SOURCE_FIELDS.includes(field)) return <ChangedSource before={before} after={after} />;
  return (
    <>
      {!isCreated && <del>{formatValue(field, before) || 'not set'}</del>}
      {!isCreated && ' → '}
      <ins>{formatValue(field, after) || 'not set'}</ins>
    </>
  );
}

/** The source that a field names, and the former one, by their names. */
function ChangedSource({ before, after }: Pick<FieldChange, 'before' | 'after'>) {
  return (
    <>
      {Boolean(before) && (
        <>
          <del>
            <NamedSource id={String(before)} />
          </del>
          {' → '}
        </>
      )}
      <ins>{after ? <NamedSource id={String(after)} /> : 'none'}</ins>
    </>
  );
}

/** The values of a list: those that stay, those that are removed and those that are added. */
function ChangedList({ field, before, after }: FieldChange) {
  const [old, now] = [asList(field, before), asList(field, after)];
  const values = [...old, ...now.filter((value) => !old.includes(value))];
  return (
    <>
      {values.map((value, at) => {
        const Mark = !now.includes(value) ? 'del' : old.includes(value) ? 'span' : 'ins';
        return (
          <span key={value}>
            {at > 0 && ', '}
            <Mark>{value}</Mark>
          </span>
        );
      })}
    </>
  );
}

/** Returns the values of a list for display. */
function asList(field: string, value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => formatValue(field, item)) : [];
}
