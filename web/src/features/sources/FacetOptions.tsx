import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { Facets } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { facetOf, type FilterEntry } from '@/entities/source/filters';
import { formatNumber } from '@/lib/format-count';
import classes from './FacetFilter.module.css';
import { facetOptions } from './facets';

/** The number of options from which a search field is shown. */
const SEARCH_FROM = 9;
/** The API counts at most this many values; the register may have more. */
const MAX_COUNTED = 200;

interface Props {
  filter: FilterEntry;
  /** Undefined while the counts load. */
  facets: Facets | null | undefined;
  selected: string[];
  failed: boolean;
  onRetry: () => void;
  onSelect: (values: string[]) => void;
}

export function FacetOptions({ filter, facets, selected, failed, onRetry, onSelect }: Props) {
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const hintId = useId();
  useArrowFocus(list, 'input');
  const { name, label, hint, values } = filter;
  const noun = label.toLowerCase();
  const options = facetOptions(filter, facets, selected);
  const searchText = text.trim().toLocaleLowerCase('en');
  const shown = options.filter(
    (option) => matches(option.label, searchText) || option.value.toLowerCase() === searchText,
  );
  // A tag that is not among the counted ones can be selected by typing its full name.
  const unlistedTag =
    name === 'tag' && searchText && shown.length === 0 && options.length >= MAX_COUNTED ? text.trim() : null;

  function toggle(value: string, on: boolean) {
    onSelect(on ? [...selected, value] : selected.filter((other) => other !== value));
  }

  return (
    <>
      {options.length >= SEARCH_FROM && !values && (
        <TextInput
          className={classes.narrow}
          aria-label={`Find a ${noun}`}
          placeholder={`Find a ${noun} …`}
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div ref={list} className={classes.options} role="group" aria-label={label} aria-describedby={hint && hintId}>
        {shown.map(({ value, label, count }) => (
          <label key={value} className={classes.option} data-empty={(facets && count === 0) || undefined}>
            <Checkbox
              size="xs"
              className={classes.checkbox}
              checked={selected.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span className={classes.value}>{label}</span>{' '}
            {facets
              ? count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>
              : !failed && <Skeleton width={24} height={10} />}
          </label>
        ))}
        {unlistedTag && (
          <label className={classes.option}>
            <Checkbox
              size="xs"
              className={classes.checkbox}
              checked={false}
              onChange={() => toggle(unlistedTag, true)}
            />
            <span className={classes.value}>“{unlistedTag}”</span>
          </label>
        )}
        {!facets && !values && !failed && <LoadingOptions />}
        {facets && shown.length === 0 && !unlistedTag && (
          <p className={classes.hint}>{searchText ? 'No value matches.' : `No source has a ${noun}.`}</p>
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
      {facets?.uncounted.includes(facetOf(filter)) && (
        <p className={classes.hint}>More than 10,000 sources match. Narrow the list to see counts.</p>
      )}
      {hint && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
    </>
  );
}

/** Compares without case and accents, like the search of the list. */
function matches(label: string, searchText: string): boolean {
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en');
  return fold(label).includes(fold(searchText));
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
