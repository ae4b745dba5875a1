import { Note } from '@/components/Note';

import type { FeedResult } from './use-add-feeds';
import { refusalText } from './words';

/** What became of each feed, when not all could be added. */
export function FeedResults({ results }: { results: FeedResult[] }) {
  return (
    <Note tone="bad">
      Not all feeds could be added.
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
