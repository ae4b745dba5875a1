import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { describeError } from '@/api/describe-error';
import type { FieldError } from '@/api/gen/types.gen';
import { ApiProblem } from '@/api/problem';
import { Note } from '@/components/Note';
import { paths } from '@/lib/paths';
import { fieldLabel } from './field-labels';

interface Props {
  error: unknown;
  /** Field errors of the API for which the form has no field. */
  unassigned?: FieldError[];
  /** The source whose page is open; it is not linked. */
  currentSourceId?: string;
}

/** Returns the label of the field of a JSON pointer; other texts are returned as they are. */
function labelOfPointer(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer;
  const name = pointer.slice(1).replaceAll('/', '_');
  return fieldLabel(name) === name ? pointer.slice(1) : fieldLabel(name);
}

/** Shows why the API refused a change. */
export function ProblemNote({ error, unassigned = [], currentSourceId }: Props) {
  const { heading, text, requestId } = describeError(error);
  const existing = error instanceof ApiProblem ? error.body.existing : undefined;
  return (
    <Note tone="bad">
      {text || heading}
      {existing && existing.id !== currentSourceId && (
        <div>
          <Anchor component={Link} to={paths.source(existing.id)} inherit c="inherit" underline="always">
            Open {existing.name}
          </Anchor>
        </div>
      )}
      {unassigned.map(({ pointer, detail }) => (
        <div key={pointer + detail}>{pointer ? `${labelOfPointer(pointer)}: ${detail}` : detail}</div>
      ))}
      {requestId && error instanceof ApiProblem && error.status >= 500 && <div>Reference for support: {requestId}</div>}
    </Note>
  );
}
