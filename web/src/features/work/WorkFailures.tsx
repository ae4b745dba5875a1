import type { WorkOutcome } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';

/** The maximum number of sources that are named. */
const SHOWN = 5;

/** Names the sources that were not changed, with the reasons. */
export function WorkFailures({ failures }: { failures: WorkOutcome[] }) {
  return (
    <>
      {failures.slice(0, SHOWN).map(({ source_id: id, source_name: name, detail }) => (
        <div key={id}>
          {name ? `${name}: ` : ''}
          {detail}
        </div>
      ))}
      {failures.length > SHOWN && <div>and {formatCount(failures.length - SHOWN, 'more source')}.</div>}
    </>
  );
}
