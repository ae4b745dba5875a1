import { Note } from '../Note';
import { RelativeTime } from '../RelativeTime';

/** A note that another member saved changes while the form was edited. */
export function ChangedNote({ by = 'Another member', at }: { by?: string; at: string }) {
  return (
    <Note tone="info">
      {by} saved changes <RelativeTime at={at} /> while you were editing. Your changes are kept; when you save, both
      versions are compared.
    </Note>
  );
}
