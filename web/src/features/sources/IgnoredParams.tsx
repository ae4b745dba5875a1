import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { Note } from '@/components/Note';
import { SOURCE_FILTERS } from '@/entities/source/filters';
import { hideCredentials } from '@/lib/hide-credentials';
import { ignoredParams } from './sources.schema';
import classes from './SourcesPage.module.css';

/** The number of parts that are named. */
const MAX_NAMED = 5;
const MAX_LENGTH = 60;

/**
 * Says which parts of the address the list ignores, because without them it may show more sources
 * than expected.
 */
export function IgnoredParams({ onRemove }: { onRemove: () => void }) {
  const [params] = useSearchParams();
  const ignored = ignoredParams(params);
  if (ignored.length === 0) return null;
  const named = ignored.slice(0, MAX_NAMED).map(([name, value]) => partText(name, value));
  const others = ignored.length - named.length;
  return (
    <div className={classes.ignored}>
      <Note tone="warn">
        <span>
          The list ignores {ignored.length === 1 ? 'a part' : 'parts'} of the address of this page: {named.join(', ')}
          {others > 0 && `, and ${others} more`}. It may show more sources than expected.
        </span>{' '}
        <Button variant="subtle" size="compact-sm" onClick={onRemove}>
          {ignored.length === 1 ? 'Remove this part' : 'Remove these parts'}
        </Button>
      </Note>
    </div>
  );
}

/** Returns a part in words if its name is that of a filter, or as it is in the address. */
function partText(name: string, value: string): string {
  const entry = SOURCE_FILTERS.find((candidate) => candidate.name === name);
  const text = hideCredentials(entry ? `${entry.label}: ${value}` : `${name}=${value}`);
  return `“${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}”`;
}
