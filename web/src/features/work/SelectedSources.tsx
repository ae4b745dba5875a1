import { Button, Checkbox } from '@mantine/core';
import type { Suggestion } from '@/api/gen/types.gen';
import { notifyError } from '@/components/notify';
import type { Decision } from '@/entities/suggestion/suggestion.mutations';
import { useLoadAll, type GroupParameters } from '@/entities/work/work-group.queries';
import { MAX_CHANGED } from '@/entities/work/work.mutations';
import { formatCount, formatNumber } from '@/lib/format-count';
import { AssigneeButton } from './AssigneeButton';
import { HeldItemsOfSelected } from './HeldItemsOfSelected';
import { SnoozeButton } from './SnoozeButton';
import classes from './SuggestionGroup.module.css';
import { targetOf, type Target } from './use-change-work';
import type { WorkAction } from './work-change';

interface Props {
  /** The sources that are loaded. */
  shown: Target[];
  selected: ReadonlyMap<string, Target>;
  /** The number of sources of the group. */
  count: number;
  /** The filters of the group. */
  parameters: GroupParameters;
  isSnoozed: boolean;
  /** The suggestions for the selected sources that are loaded. */
  suggestions: Suggestion[];
  pending: boolean;
  onSelect: (targets: Target[], isSelected: boolean) => void;
  onChange: (action: WorkAction, targets: Target[]) => void;
  /** Is called when the held items of sources are decided, so that the sources leave the list. */
  onItemsDecided: (targets: Target[]) => void;
  onDecide: (decision: Decision, suggestions: Suggestion[]) => void;
}

/** The number of selected sources of a group, with the buttons that change them. */
export function SelectedSources(props: Props) {
  const {
    shown,
    selected,
    count,
    parameters,
    isSnoozed,
    suggestions,
    pending,
    onSelect,
    onChange,
    onItemsDecided,
    onDecide,
  } = props;
  const all = useLoadAll(parameters, {
    onSuccess: (sources) => onSelect(sources.map(targetOf), true),
    onError: (error) => notifyError('The sources could not be selected', error),
  });
  const chosen = [...selected.values()];
  const what = formatCount(chosen.length, 'selected source');
  const isShownSelected = shown.every(({ id }) => selected.has(id));
  const reachable = Math.min(count, MAX_CHANGED);
  return (
    <div className={`wrap ${classes.bulk}`}>
      <Checkbox
        label={chosen.length > 0 ? `${formatNumber(chosen.length)} selected` : 'Select all'}
        checked={isShownSelected}
        indeterminate={chosen.length > 0 && !isShownSelected}
        onChange={(event) => onSelect(event.currentTarget.checked ? shown : chosen, event.currentTarget.checked)}
      />
      {isShownSelected && chosen.length < reachable && (
        <Button size="compact-sm" variant="subtle" loading={all.isPending} onClick={() => all.mutate()}>
          {count > MAX_CHANGED
            ? `Select the first ${formatNumber(MAX_CHANGED)} of ${formatNumber(count)}`
            : `Select all ${formatNumber(count)}`}
        </Button>
      )}
      {chosen.length > 0 && (
        <>
          <AssigneeButton what={what} pending={pending} onChange={(action) => onChange(action, chosen)} />
          {isSnoozed ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={pending}
              onClick={() => onChange({ type: 'unsnooze' }, chosen)}
            >
              End snooze
            </Button>
          ) : (
            <SnoozeButton what={what} pending={pending} onChange={(action) => onChange(action, chosen)} />
          )}
          {parameters.cause.includes('identity_storm') && (
            <HeldItemsOfSelected targets={chosen} pending={pending} onDecided={() => onItemsDecided(chosen)} />
          )}
          <SuggestionsOfSelected suggestions={suggestions} pending={pending} onDecide={onDecide} />
        </>
      )}
    </div>
  );
}

/** Accepts or dismisses the suggestions for the selected sources together. */
function SuggestionsOfSelected({
  suggestions,
  pending,
  onDecide,
}: Pick<Props, 'suggestions' | 'pending' | 'onDecide'>) {
  if (suggestions.length === 0) return null;
  const what = formatCount(suggestions.length, 'suggestion');
  return (
    <>
      <Button size="compact-sm" variant="light" disabled={pending} onClick={() => onDecide('accept', suggestions)}>
        Accept {what}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={pending}
        onClick={() => onDecide('dismiss', suggestions)}
      >
        Dismiss {what}
      </Button>
    </>
  );
}
