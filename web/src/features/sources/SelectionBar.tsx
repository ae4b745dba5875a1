import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { SourcePage, SourceSort } from '@/api/gen/types.gen';
import { useCanPropose, useProposes } from '@/auth/member';
import { ExportDialog } from '@/components/export/ExportDialog';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import { formatCount } from '@/lib/format-count';
import { totalText } from '@/lib/range-text';
import type { ChangeKind } from './bulk/change-kinds';
import { MoreChanges } from './bulk/MoreChanges';
import { checkRequestOf, type Target } from './bulk/target';
import { sourcesText } from './page-text';
import { MAX_SELECTED, type Selection } from './selection';
import classes from './selection.module.css';
import { useCheckSources } from './use-check-sources';

const QUICK: { kind: ChangeKind; label: string; icon: IconName }[] = [
  { kind: 'tags', label: 'Tag', icon: 'tag' },
  { kind: 'pause', label: 'Pause', icon: 'pause' },
  { kind: 'owner', label: 'Owner', icon: 'user' },
  { kind: 'archive', label: 'Archive', icon: 'archive' },
];

interface Props {
  selection: Selection;
  /** What a change concerns. */
  target: Target;
  page: SourcePage;
  sort: SourceSort;
  /** Opens the panel of a change. */
  onChange: (kind: ChangeKind) => void;
}

/** The number of selected sources, and what can be done with them. */
export function SelectionBar({ selection: { ids, isAll, selectAll, clear }, target, page, sort, onChange }: Props) {
  const canPropose = useCanPropose();
  const proposes = useProposes();
  const reasonId = useId();
  const [isExporting, setExporting] = useState(false);
  const { check, isPending } = useCheckSources();
  if (ids.size === 0 && !isAll) return null;
  // A viewer sees what is possible. The buttons keep the focus, so that the reason is read.
  const permission = canPropose ? {} : { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId };
  const whenAllowed = (action: () => void) => (canPropose ? action : undefined);
  return (
    <div className={classes.place} data-selection>
      <div className={classes.bar} role="region" aria-label="Selected sources">
        <span className="semibold" role="status">
          {isAll && page.total !== 1 ? `All ${totalText(page)} sources selected` : selectedText(isAll ? 1 : ids.size)}
        </span>
        {!isAll && (page.total > ids.size || page.total_is_minimum) && (
          <Button size="compact-sm" variant="subtle" onClick={selectAll}>
            Select all {page.total_is_minimum ? 'that match' : totalText(page)}
          </Button>
        )}
        {QUICK.map(({ kind, label, icon }) => (
          <Button
            key={kind}
            className={classes.quick}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name={icon} size={14} />}
            onClick={whenAllowed(() => onChange(kind))}
            {...permission}
          >
            {label}
          </Button>
        ))}
        {!proposes && (
          <Button
            className={classes.quick}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="refresh" size={14} />}
            loading={isPending}
            onClick={whenAllowed(() => void check(checkRequestOf(target)))}
            {...permission}
          >
            Check now
          </Button>
        )}
        <MoreChanges
          onChange={onChange}
          onCheck={() => void check(checkRequestOf(target))}
          onExport={() => setExporting(true)}
        />
        {!canPropose && (
          <span id={reasonId} className={classes.reason}>
            Only editors and administrators can change sources.
          </span>
        )}
        <Button size="compact-sm" variant="subtle" className={classes.clear} onClick={clear}>
          Clear selection
        </Button>
        <ExportDialog
          opened={isExporting}
          selection={'ids' in target ? target : { filter: target.filter, sort }}
          count={isAll ? sourcesText(page) : formatCount(ids.size, 'source')}
          onClose={() => setExporting(false)}
        />
      </div>
    </div>
  );
}

function selectedText(count: number): string {
  return `${formatCount(count, 'source')} selected${count === MAX_SELECTED ? ', the maximum' : ''}`;
}
