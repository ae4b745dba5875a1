import type { WorkOutcome } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';

/** The number of sources that are named. */
const SHOWN = 5;

/** Says which sources were left as they are, and why. */
export function WorkFailures({ failures }: { failures: WorkOutcome[] }) {
  if (failures.length === 0) return null;
  return (
    <Note tone="warn">
      {failures.slice(0, SHOWN).map(({ source_id: id, source_name: name, detail }) => (
        <div key={id}>
          {name ? `${name}: ` : ''}
          {detail}
        </div>
      ))}
      {failures.length > SHOWN && <div>and {failures.length - SHOWN} more sources.</div>}
    </Note>
  );
}
