import { Button } from '@mantine/core';
import { useState } from 'react';
import type { VisitStatus } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { Note } from '@/components/Note';
import { notifyError } from '@/components/notify';
import { RelativeTime } from '@/components/RelativeTime';
import { usePauseVisits } from '@/entities/suggestion/visit.queries';
import { formatCount } from '@/lib/format-count';
import classes from './details.module.css';
import { FailedVisits } from './FailedVisits';

/** Shows the state of the visits of homepages. Administrators can pause and resume them. */
export function VisitsNote({ visits, importId }: { visits: VisitStatus; importId: string | null }) {
  const isAdmin = useMember().role === 'admin';
  const [showFailed, setShowFailed] = useState(false);
  const toggle = isAdmin && <PauseButton paused={visits.paused} />;
  const { waiting, later, failed } = visits;
  return (
    <section aria-label="Visits of homepages" className={classes.visits}>
      {visits.paused ? (
        <Note tone="warn">
          <span className={classes.line}>
            <span>
              Visits of homepages are paused
              {visits.paused_by && ` by ${visits.paused_by.name}`}
              {visits.paused_at && (
                <>
                  , <RelativeTime at={visits.paused_at} />
                </>
              )}
              .{waiting > 0 && ` ${formatCount(waiting, 'homepage is', 'homepages are')} waiting.`}
              {!isAdmin && ' An administrator can resume them.'}
            </span>
            {toggle}
          </span>
        </Note>
      ) : (
        <p className={classes.line}>
          <span role="status">
            {waiting > 0
              ? `${formatCount(waiting, 'homepage is', 'homepages are')} being visited or waiting.`
              : 'All homepages were visited.'}
            {later > 0 && ` ${formatCount(later, 'is', 'are')} tried again later.`}
          </span>
          {toggle}
        </p>
      )}
      {failed > 0 && (
        <details className={classes.failed} onToggle={(event) => setShowFailed(event.currentTarget.open)}>
          <summary>{formatCount(failed, 'homepage')} could not be read</summary>
          {showFailed && <FailedVisits importId={importId} />}
        </details>
      )}
    </section>
  );
}

function PauseButton({ paused }: { paused: boolean }) {
  const change = usePauseVisits(!paused);
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name={paused ? 'play' : 'pause'} size={14} />}
      loading={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onError: (error) => notifyError(`The visits were not ${paused ? 'resumed' : 'paused'}`, error),
        })
      }
    >
      {paused ? 'Resume visits' : 'Pause visits'}
    </Button>
  );
}
