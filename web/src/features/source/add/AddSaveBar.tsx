import { Button } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FieldError } from '@/api/gen/types.gen';
import { formatCount } from '@/lib/format-count';
import { ProblemNote } from '../form/ProblemNote';
import { SaveBar, SaveShortcut } from '../form/SaveBar';
import type { SourceValues } from '../form/values';
import { FeedResults } from './FeedResults';
import type { FeedResult } from './use-add-feeds';

interface Props {
  /** The source that the feeds are added to, where there is one. */
  target: { name: string } | undefined;
  several: boolean;
  doing: 'active' | 'draft' | 'feeds' | null;
  busy: boolean;
  problem: { error?: unknown; unassigned?: FieldError[]; feeds?: FeedResult[] } | null;
  onDraft: () => void;
}

/** What can be done with the proposal: one primary action, the one that is usually meant. */
export function AddSaveBar({ target, several, doing, busy, problem, onDraft }: Props) {
  const { control } = useFormContext<SourceValues>();
  const endpoints = useWatch({ control, name: 'endpoints' });
  const feeds = endpoints.filter(({ url }) => url.trim() !== '').length;
  const note =
    problem &&
    (problem.feeds ? (
      <FeedResults results={problem.feeds} />
    ) : (
      <ProblemNote error={problem.error} unassigned={problem.unassigned} />
    ));
  return (
    <SaveBar problem={note} status={<SaveShortcut />}>
      {target ? (
        <Button type="submit" loading={doing === 'feeds'} disabled={busy || feeds === 0}>
          {feeds === 0
            ? 'No new feed is chosen'
            : `Add ${formatCount(feeds, 'feed', 'feeds')} to ${shorten(target.name)}`}
        </Button>
      ) : (
        <>
          <Button variant="default" loading={doing === 'draft'} disabled={busy} onClick={onDraft}>
            Save as draft
          </Button>
          <Button type="submit" loading={doing === 'active'} disabled={busy}>
            {several ? 'Save and next' : 'Save and start'}
          </Button>
        </>
      )}
    </SaveBar>
  );
}

/** A button is no place for a whole sentence. */
const MAX_NAME = 32;

function shorten(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}
