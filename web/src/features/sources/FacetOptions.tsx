import { Button, Skeleton, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { Facets } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { FACET_WORDS, facetOptions } from './facets';
import classes from './FacetFilter.module.css';
import type { Facet } from './sources.schema';

/** More than this and a person would rather type than read. */
const SEARCH_FROM = 9;
/** As many as the API counts; behind them there may be more. */
const MAX_COUNTED = 200;

interface Props {
  facet: Facet;
  /** Undefined while they are on the way. */
  facets: Facets | null | undefined;
  chosen: string[];
  failed: boolean;
  onRetry: () => void;
  onChoose: (values: string[]) => void;
}

export function FacetOptions({ facet, facets, chosen, failed, onRetry, onChoose }: Props) {
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const hintId = useId();
  useArrowFocus(list, 'input');
  const { name, hint, all } = FACET_WORDS[facet];
  const options = facetOptions(facet, facets, chosen);
  const wanted = text.trim().toLocaleLowerCase('en');
  const shown = options.filter(({ label, value }) => matches(label, wanted) || value.toLowerCase() === wanted);
  // A tag too rare to be among those that were counted can still be asked for by name.
  const typed = facet === 'tag' && wanted && shown.length === 0 && options.length >= MAX_COUNTED ? text.trim() : null;

  function toggle(value: string, on: boolean) {
    onChoose(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  }

  return (
    <>
      {options.length >= SEARCH_FROM && !all && (
        <TextInput
          className={classes.narrow}
          aria-label={`Find a ${name.toLowerCase()}`}
          placeholder={`Find a ${name.toLowerCase()} …`}
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div ref={list} className={classes.options} role="group" aria-label={name} aria-describedby={hint && hintId}>
        {shown.map(({ value, label, count }) => (
          <label key={value} className={classes.option} data-empty={(facets && count === 0) || undefined}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span className={classes.value}>{label}</span>
            {facets ? (
              <span className={classes.count}>{count.toLocaleString('en')}</span>
            ) : (
              !failed && <Skeleton width={24} height={10} />
            )}
          </label>
        ))}
        {typed && (
          <label className={classes.option}>
            <input type="checkbox" checked={false} onChange={() => toggle(typed, true)} />
            <span className={classes.value}>“{typed}”</span>
          </label>
        )}
        {!facets && !all && !failed && <LoadingOptions />}
        {facets && shown.length === 0 && !typed && (
          <p className={classes.hint}>{wanted ? 'None has these letters.' : 'No source has one.'}</p>
        )}
      </div>
      {failed && (
        <p className={classes.hint}>
          The counts could not be loaded.{' '}
          <Button size="compact-xs" variant="subtle" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      {hint && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
    </>
  );
}

/** Case and accents do not matter, as in the search of the list. */
function matches(label: string, wanted: string): boolean {
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en');
  return fold(label).includes(fold(wanted));
}

function LoadingOptions() {
  return (
    <div className={classes.loading} aria-hidden="true">
      <Skeleton height={10} width="60%" />
      <Skeleton height={10} width="45%" />
      <Skeleton height={10} width="70%" />
    </div>
  );
}
