import { Note } from '@/components/Note';
import type { AddedEndpoint } from '@/entities/endpoint/use-add-endpoints';
import { refusalText } from './refusal';

/** Lists the result per endpoint when not all endpoints could be added to an existing source. */
export function AddFeedsErrorNote({ results }: { results: AddedEndpoint[] }) {
  return (
    <Note tone="bad">
      Some endpoints were not added.
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
