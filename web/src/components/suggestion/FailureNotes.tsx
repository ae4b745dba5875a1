import type { SuggestionOutcome } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';

/** Says which suggestions could not be decided, and why. */
export function FailureNotes({ failures }: { failures: SuggestionOutcome[] }) {
  if (failures.length === 0) return null;
  return (
    <Note tone="warn">
      {failures.map(({ id, source_name: name, detail }) => (
        <div key={id}>
          {name ? `${name}: ` : ''}
          {detail}
        </div>
      ))}
    </Note>
  );
}
