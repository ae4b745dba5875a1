import { Skeleton } from '@mantine/core';
import { useRef } from 'react';
import type { Candidate } from '@/api/gen/types.gen';
import { Note } from '@/components/Note';
import { useArrowFocus } from '@/components/use-arrow-focus';
import { groupCandidates, isSelectable, isUnchecked } from './candidate-groups';
import { CandidateGroup } from './CandidateGroup';
import { CandidateRow } from './CandidateRow';
import classes from './candidates.module.css';
import { MAX_CHECKS, type useCheckCandidates } from './use-check-candidates';

interface Props {
  /** Sorted by rank, the best first. */
  candidates: Candidate[];
  previewed: Candidate | undefined;
  isSearching: boolean;
  checks: ReturnType<typeof useCheckCandidates>;
  isSelected: (candidate: Candidate) => boolean;
  onSelect: (candidates: Candidate[], isSelected: boolean) => void;
  onPreview: (candidate: Candidate) => void;
}

/** The number of feeds that a typical site has. */
const PLACEHOLDERS = 3;

/**
 * Lists the candidates by group: the main feed first, then section feeds and others in collapsible
 * groups.
 */
export function CandidateList(props: Props) {
  const { candidates, previewed, isSearching, checks, isSelected, onSelect, onPreview } = props;
  const column = useRef<HTMLDivElement>(null);
  useArrowFocus(column, 'details[open] input:not(:disabled), [data-main] input:not(:disabled)');
  const { main, section, other } = groupCandidates(candidates);

  function row(candidate: Candidate) {
    return (
      <CandidateRow
        key={candidate.url}
        candidate={candidate}
        isSelected={isSelected(candidate)}
        isPreviewed={candidate === previewed}
        isChecking={candidate.url === checks.checkingUrl}
        onSelect={(selected) => onSelect([candidate], selected)}
        onPreview={() => onPreview(candidate)}
        onCheck={() => checks.check([candidate])}
      />
    );
  }

  function actionsOf(group: Candidate[]) {
    const selectable = group.filter(isSelectable);
    const unchecked = group.filter(isUnchecked);
    const isAllSelected = selectable.every(isSelected);
    return [
      ...(selectable.length > 1
        ? [
            {
              label: isAllSelected ? 'Deselect all' : 'Select all',
              onClick: () => onSelect(selectable, !isAllSelected),
            },
          ]
        : []),
      ...(checks.checkingUrl !== null && unchecked.length > 1
        ? [{ label: 'Stop checking', onClick: checks.stop }]
        : unchecked.length > 1
          ? [{ label: checkAllText(unchecked.length), onClick: () => checks.check(unchecked) }]
          : []),
    ];
  }

  // A feed replaces one of them; the others do not move.
  const places = Array.from({ length: PLACEHOLDERS }, (_, place) => place);
  return (
    <div className={`stack-8 ${classes.column}`} ref={column}>
      {(main.length > 0 || isSearching) && (
        <ul className={`list ${classes.candidates}`} aria-label="Feeds" data-main>
          {main.map(row)}
          {isSearching && places.slice(candidates.length).map(placeholder)}
        </ul>
      )}
      {section.length > 0 && (
        <CandidateGroup
          title="Section feeds"
          count={section.length}
          selectedCount={section.filter(isSelected).length}
          isInitiallyOpen={main.length === 0 || section.length <= MAX_OPEN_SECTIONS}
          actions={actionsOf(section)}
        >
          {section.map(row)}
        </CandidateGroup>
      )}
      {other.length > 0 && (
        <CandidateGroup
          title="Other"
          count={other.length}
          selectedCount={other.filter(isSelected).length}
          isInitiallyOpen={main.length + section.length === 0}
          actions={actionsOf(other)}
        >
          {other.map(row)}
        </CandidateGroup>
      )}
      {checks.errorText && <Note tone="bad">The check did not run. {checks.errorText}</Note>}
    </div>
  );
}

/** Up to this number, section feeds are shown without a click. */
const MAX_OPEN_SECTIONS = 4;

function checkAllText(unchecked: number): string {
  return unchecked > MAX_CHECKS ? `Check the next ${MAX_CHECKS}` : `Check all ${unchecked}`;
}

function placeholder(place: number) {
  return (
    <li key={`place ${place}`} className={classes.placeholder} aria-hidden="true">
      <Skeleton height={10} width="40%" />
      <Skeleton height={8} width="70%" />
      <Skeleton height={8} width="55%" />
    </li>
  );
}
