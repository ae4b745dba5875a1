import { Button, Checkbox } from '@mantine/core';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Suggestion, SuggestionCount, SuggestionKind } from '@/api/gen/types.gen';
import { useRefetchOnChange } from '@/api/use-refetch-on-change';
import { useCanWrite } from '@/auth/member';
import { DisclosureSummary } from '@/components/DisclosureSummary';
import { Logo } from '@/components/Logo';
import { MoreButton } from '@/components/MoreButton';
import { FailureNotes } from '@/components/suggestion/FailureNotes';
import { SuggestionButtons } from '@/components/suggestion/SuggestionButtons';
import { SuggestionText } from '@/components/suggestion/SuggestionText';
import { useDecideSuggestions } from '@/components/suggestion/use-decide-suggestions';
import { useRestoreFocus } from '@/components/use-restore-focus';
import { SUGGESTION_KIND, suggestedAction } from '@/entities/suggestion/describe-suggestion';
import { suggestionGroupQuery } from '@/entities/suggestion/suggestion.queries';
import { shortAddress } from '@/lib/format-address';
import { formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { useHeldPart } from './hold';
import { Left } from './Left';
import { Part } from './Part';
import classes from './SuggestionGroup.module.css';
import groupClasses from './WorkPage.module.css';

interface Props extends SuggestionCount {
  isPageShown: boolean;
  onLoaded: () => void;
}

/**
 * The open suggestions of one kind for sources that do not need a person. They can be decided one
 * by one or together.
 */
export function SuggestionGroup({ kind, count, isPageShown, onLoaded }: Props) {
  const query = useInfiniteQuery(suggestionGroupQuery(kind));
  useRefetchOnChange(query, count);
  const { title, meaning } = SUGGESTION_KIND[kind];
  return (
    <details className={`card ${groupClasses.group}`} open>
      <DisclosureSummary>
        <h2 className={groupClasses.title}>{title}</h2>
        <span className={`dimmed ${groupClasses.count}`}>{formatNumber(count)}</span>
      </DisclosureSummary>
      <p className={groupClasses.meaning}>
        {meaning}
        {kind === 'same_outlet' && (
          <>
            {' '}
            <Link to={paths.duplicates}>Show all duplicates</Link>
          </>
        )}
      </p>
      <Part query={query} noun="suggestion" count={count} isPageShown={isPageShown} onLoaded={onLoaded}>
        {() => <Suggestions kind={kind} query={query} />}
      </Part>
    </details>
  );
}

interface ListProps {
  kind: SuggestionKind;
  query: UseInfiniteQueryResult<Suggestion[]>;
}

function Suggestions({ kind, query }: ListProps) {
  const canWrite = useCanWrite();
  const decisions = useDecideSuggestions();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = query.data ?? [];
  const held = useHeldPart(`suggestions ${kind}`, list, ({ id }) => id, { dismissed: decisions.decided });
  const region = useRestoreFocus<HTMLDivElement>(list.map(({ id }) => id).join());
  const isSelectable = canWrite && held.length > 1;
  const chosen = list.filter(({ id }) => selected.has(id));

  function select(ids: string[], isSelected: boolean) {
    setSelected((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (isSelected) after.add(id);
        else after.delete(id);
      return after;
    });
  }
  return (
    <div ref={region}>
      <FailureNotes decisions={decisions} />
      {isSelectable && (
        <div className={`wrap ${classes.bulk}`}>
          <Checkbox
            label={chosen.length > 0 ? `${formatNumber(chosen.length)} selected` : 'Select all'}
            checked={chosen.length === list.length}
            indeterminate={chosen.length > 0 && chosen.length < list.length}
            onChange={(event) =>
              select(
                list.map(({ id }) => id),
                event.currentTarget.checked,
              )
            }
          />
          {chosen.length > 0 && (
            <>
              {kind !== 'same_outlet' && (
                <Button
                  size="compact-sm"
                  variant="light"
                  loading={decisions.isPending}
                  onClick={() => decisions.decide('accept', chosen)}
                >
                  Accept selected
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                disabled={decisions.isPending}
                onClick={() => decisions.decide('dismiss', chosen)}
              >
                Dismiss selected
              </Button>
            </>
          )}
        </div>
      )}
      <ul className={`list divided ${groupClasses.sources}`} aria-label={SUGGESTION_KIND[kind].title}>
        {held.map(({ item: suggestion, hasLeft }) => (
          <li key={suggestion.id} className={classes.row} data-left={hasLeft || undefined}>
            <span className={`row ${classes.source}`}>
              {isSelectable && (
                <Checkbox
                  aria-label={`Select ${suggestion.source_name}: ${suggestedAction(suggestion)}`}
                  checked={selected.has(suggestion.id)}
                  disabled={hasLeft}
                  onChange={(event) => select([suggestion.id], event.currentTarget.checked)}
                />
              )}
              <SourceLink suggestion={suggestion} />
            </span>
            <SuggestionText suggestion={suggestion} />
            {hasLeft ? <Left /> : <SuggestionButtons suggestion={suggestion} decisions={decisions} />}
          </li>
        ))}
      </ul>
      <MoreButton query={query}>Show more</MoreButton>
    </div>
  );
}

/** The logo and name of the source of a suggestion, and its endpoint. */
export function SourceLink({ suggestion: s }: { suggestion: Suggestion }) {
  return (
    <>
      <Logo
        source={{ id: s.source_id, name: s.source_name, canonical_domain: s.canonical_domain, logo: s.source_logo }}
        size={20}
      />
      <span className={classes.names}>
        <Link
          className={`truncate quiet-link ${groupClasses.link}`}
          to={paths.source(s.source_id)}
          title={s.source_name}
        >
          {s.source_name}
        </Link>
        {s.endpoint_url && (
          <span className="truncate hint" title={s.endpoint_url}>
            {s.endpoint_name || shortAddress(s.endpoint_url)}
          </span>
        )}
      </span>
    </>
  );
}
