import { Note } from '@/components/Note';
import { refusalText } from './refusal';
import type { AddedEndpoint } from './use-add-endpoints';

/** Lists the result per feed when not all feeds could be added to an existing source. */
export function AddFeedsErrorNote({ results }: { results: AddedEndpoint[] }) {
  return (
    <Note tone="bad">
      Some feeds were not added.
      <ul>
        {results.map(({ url, name, error }) => (
          <li key={url}>
            {name}: {error === undefined ? 'added.' : refusalText(error)}
          </li>
        ))}
      </ul>
    </Note>
  );
}
