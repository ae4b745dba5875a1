import { Button } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { outcomeVerdict } from '@/entities/endpoint/fetch-verdict';
import { guessKind } from '../form/guess-kind';
import type { SourceValues } from '../form/values';
import type { UnreadAddress } from './unread-addresses';
import classes from './UnreadAddresses.module.css';

/** Beyond this number the list scrolls. */
const MAX_SHOWN = 20;

/**
 * The addresses that may be feeds and could not be read, each with its reason, an advice and a
 * button to add it.
 */
export function UnreadAddresses({ addresses }: { addresses: UnreadAddress[] }) {
  const { control, getValues, setValue } = useFormContext<SourceValues>();
  const rows = useWatch({ control, name: 'endpoints' });
  if (addresses.length === 0) return null;

  function add(url: string) {
    const filled = getValues('endpoints').filter((row) => row.url.trim() !== '');
    setValue('endpoints', [...filled, { url, kind: guessKind(url) }], { shouldDirty: true });
  }

  return (
    <section className={classes.unread} aria-labelledby="unread-addresses">
      <h3 id="unread-addresses" className={classes.title}>
        Could not be read ({addresses.length})
      </h3>
      <ul className="list">
        {addresses.slice(0, MAX_SHOWN).map(({ url, outcome, advice }) => {
          const { tone, title } = outcomeVerdict(outcome);
          const isAdded = rows.some((row) => row.url === url);
          return (
            <li key={url} className={classes.row}>
              <div className={classes.text}>
                <div className="breakable">{url}</div>
                <span className={classes.outcome} data-tone={tone}>
                  {title}.
                </span>{' '}
                {advice}
              </div>
              <Button
                variant="default"
                size="compact-sm"
                disabled={isAdded}
                aria-label={`${isAdded ? 'Added' : 'Add anyway'}: ${url}`}
                onClick={() => add(url)}
              >
                {isAdded ? 'Added' : 'Add anyway'}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
