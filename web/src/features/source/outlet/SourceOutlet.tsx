import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Source, SourcePage } from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { FormModal } from '@/components/form/FormDialogs';
import { NamedSource } from '@/components/NamedSource';
import { partsQuery } from '@/entities/source/part.queries';
import { sourceQuery } from '@/entities/source/source.queries';
import { formatCount } from '@/lib/format-count';
import { paths } from '@/lib/paths';
import { AliasForm } from './AliasForm';
import { AliasList } from './AliasList';
import { ParentForm } from './ParentForm';
import classes from './SourceOutlet.module.css';

/** The other names and addresses of a source, its parts, and the source of which it is a part. */
export function SourceOutlet({ source }: { source: Source }) {
  const canEdit = useCanPropose() && source.lifecycle !== 'archived';
  const [opened, setOpened] = useState<'parent' | 'alias' | null>(null);
  const { data: parts } = useQuery(partsQuery(source.id));
  const hasParts = parts !== undefined && parts.total > 0;
  const close = () => setOpened(null);
  return (
    <section className={`stack-12 ${classes.section}`} aria-labelledby="outlet-title">
      <h2 className="heading" id="outlet-title">
        Names and parts
      </h2>
      <div className={`card divided ${classes.box}`}>
        <div className={classes.group}>
          <div className="spread">
            <Relation source={source} hasParts={hasParts} />
            {canEdit && !hasParts && (
              <Button size="compact-sm" variant="default" onClick={() => setOpened('parent')}>
                {source.parent_id ? 'Change parent' : 'Set parent'}
              </Button>
            )}
          </div>
          {parts && hasParts && <Parts id={source.id} page={parts} />}
        </div>
        <div className={classes.group}>
          <div className="spread">
            <span className="hint">
              {source.aliases
                ? 'Other names and addresses. Searches and imports find this source by them.'
                : 'No other names and addresses, such as a former name or domain.'}
            </span>
            {canEdit && (
              <Button size="compact-sm" variant="default" onClick={() => setOpened('alias')}>
                Add name or address
              </Button>
            )}
          </div>
          <AliasList source={source} canEdit={canEdit} />
        </div>
      </div>
      <FormModal opened={opened === 'parent'} onClose={close} title="Choose a parent">
        {(done) => <ParentForm source={source} onDone={done} />}
      </FormModal>
      <FormModal opened={opened === 'alias'} onClose={close} title="Add a name or an address">
        {(done) => <AliasForm source={source} onDone={done} />}
      </FormModal>
    </section>
  );
}

function Relation({ source: { parent_id: id }, hasParts }: { source: Source; hasParts: boolean }) {
  const { data: parent } = useQuery({ ...sourceQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined) {
    return (
      <span className="hint">
        {hasParts
          ? 'This source has parts, so it cannot be a part of another source.'
          : 'Not a part of another source.'}
      </span>
    );
  }
  return (
    <span className="breakable">
      Part of <NamedSource id={id} />
      {parent?.lifecycle === 'archived' && <span className="hint"> (archived)</span>}
    </span>
  );
}

function Parts({ id, page }: { id: string; page: SourcePage }) {
  return (
    <div className="wrap">
      <span className="hint">{formatCount(page.total, 'part')}:</span>
      <ul className={`list wrap ${classes.parts}`} aria-label="Parts">
        {page.items.map((part) => (
          <li key={part.id}>
            <Link to={paths.source(part.id)}>{part.name}</Link>
          </li>
        ))}
      </ul>
      <Link to={`${paths.sources}?parent=${id}`}>Show parts in list</Link>
    </div>
  );
}
