import { Progress } from '@mantine/core';
import type { ChangeSet } from '@/api/gen/types.gen';
import { formatNumber } from '@/lib/format-count';
import classes from './change-set.module.css';
import { countItems, describeEffects, reasonText, restOfPreview } from './change-words';
import { ChangedFields } from './ChangedFields';
import { ItemTarget } from './ItemTarget';

interface Props {
  changeSet: ChangeSet;
  /** Whether it is a section of a page instead of a panel, which has a title of its own. */
  isOnPage?: boolean;
}

/** What a draft changes, what it leaves and why, what it causes, and a sample. */
export function ChangePreview({ changeSet, isOnPage = false }: Props) {
  const Heading = isOnPage ? 'h2' : 'h3';
  const { counts, sample = [], preview_complete: isComplete } = changeSet;
  const effects = describeEffects(changeSet);
  return (
    <>
      {!isComplete && <PreviewProgress changeSet={changeSet} />}
      <div role="status">
        <ul className={`list ${classes.lines}`} aria-label="Preview">
          <li>
            <strong>{countItems(changeSet, counts.pending)}</strong> {counts.pending === 1 ? 'changes.' : 'change.'}
          </li>
          {restOfPreview(changeSet).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Reasons changeSet={changeSet} />
      </div>
      {effects.length > 0 && (
        <section aria-label="Effects">
          <Heading className={classes.heading}>What it causes</Heading>
          <ul className={`list ${classes.lines}`}>
            {effects.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {sample.length > 0 && (
        <section aria-label="Examples">
          <Heading className={classes.heading}>
            {sample.length < counts.pending ? 'Examples' : 'Before → after'}
          </Heading>
          <ul className={`list card divided breakable ${classes.sample}`}>
            {sample.map((item) => (
              <li key={item.number}>
                <ItemTarget item={item} />
                <ChangedFields changes={item.changes} isCreated={item.action === 'create'} />
                {item.reason && <div className="dimmed">{item.reason}</div>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The most frequent reasons why items are not changed. */
export function Reasons({ changeSet: { reasons = [] } }: { changeSet: ChangeSet }) {
  if (reasons.length === 0) return null;
  return (
    <ul className={`hint breakable ${classes.reasons}`} aria-label="Reasons">
      {reasons.map((reason) => (
        <li key={`${reason.result} ${reason.reason}`}>{reasonText(reason)}</li>
      ))}
    </ul>
  );
}

/** The progress: a preview examines sources, and the rebase of a proposal compares items. */
function PreviewProgress({ changeSet: { state, examined, selected, counts } }: { changeSet: ChangeSet }) {
  const isRebase = state === 'proposed';
  const total = isRebase ? counts.total : selected;
  const percent = total > 0 ? (100 * examined) / total : 0;
  return (
    <div>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={isRebase ? 'Compared items' : 'Examined sources'} />
      </Progress.Root>
      <p className="dimmed">
        {formatNumber(examined)} of {formatNumber(total)} {isRebase ? 'items compared' : 'sources examined'}.
      </p>
    </div>
  );
}
