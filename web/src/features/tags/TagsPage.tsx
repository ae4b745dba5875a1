import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChangeSet, Tag } from '@/api/gen/types.gen';
import { useCanWrite } from '@/auth/member';
import { ChangeSetDrawer } from '@/components/change-set/ChangeSetDrawer';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { tagsQuery } from '@/entities/source/source.queries';
import { formatCount, formatNumber } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { DeleteTag } from './DeleteTag';
import { RenameTag } from './RenameTag';
import classes from './tags.module.css';

/** Lists all tags with their numbers of sources; renames, merges and deletes tags everywhere. */
export function Component() {
  const query = useQuery(tagsQuery());
  const [draft, setDraft] = useState<ChangeSet | null>(null);
  return (
    <>
      <PageHeader title="Tags" detail={query.data && formatNumber(query.data.length)} />
      <QueryView query={query} errorTitle="The tags could not be loaded">
        {(tags) =>
          tags.length === 0 ? (
            <EmptyState icon="tag" title="No tags yet">
              A tag is a free label of a source. Select sources in the list to tag them together.
            </EmptyState>
          ) : (
            <TagList tags={tags} onDraft={setDraft} />
          )
        }
      </QueryView>
      <ChangeSetDrawer draft={draft} title="Change a tag everywhere" onClose={() => setDraft(null)} />
    </>
  );
}

function TagList({ tags, onDraft }: { tags: Tag[]; onDraft: (draft: ChangeSet) => void }) {
  const canWrite = useCanWrite();
  const names = tags.map(({ name }) => name);
  return (
    <>
      {!canWrite && <p className={`dimmed ${classes.hint}`}>Only editors and administrators can change tags.</p>}
      <ul className={`list card divided ${classes.tags}`} aria-label="Tags">
        {tags.map(({ name, count }) => (
          <li key={name}>
            <span className={`semibold breakable ${classes.name}`}>{name}</span>
            <Button component={Link} to={paths.sourcesWithTag(name)} size="compact-sm" variant="subtle">
              {formatCount(count, 'source')}
            </Button>
            <span className="row">
              <RenameTag tag={name} known={names} isDisabled={!canWrite} onDraft={onDraft} />
              <DeleteTag tag={name} isDisabled={!canWrite} onDraft={onDraft} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
