import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type {
  ChangeSet,
  Endpoint,
  MergeChoice,
  MergeComparison,
  MergeField,
  MergeValue,
  Source,
} from '@/api/gen/types.gen';
import { useCanPropose } from '@/auth/member';
import { ChangeSetDrawer } from '@/components/change-set/ChangeSetDrawer';
import { EmptyState } from '@/components/EmptyState';
import { fieldLabel, formatValue } from '@/components/form/field-labels';
import { NamedSource, SOURCE_FIELDS } from '@/components/NamedSource';
import { Note } from '@/components/Note';
import { tryOrNotify } from '@/components/notify';
import { PageHeader } from '@/components/PageHeader';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { useMakeDraft } from '@/entities/change-set/change-set.mutations';
import { ENDPOINT_INTENT } from '@/entities/endpoint/labels';
import { comparisonQuery } from '@/entities/source/merge.queries';
import { formatCount } from '@/lib/format-count';
import { labelOf } from '@/lib/labels';
import { paths } from '@/lib/paths';
import classes from './duplicates.module.css';

/** Two sources side by side, with the choice of each value, and their merge. */
export function Comparison({ from, into }: { from: string; into: string }) {
  const query = useQuery(comparisonQuery(from, into));
  return (
    <QueryView
      query={query}
      errorTitle="The sources could not be compared"
      header={<PageHeader title="Compare two sources" />}
      notFound={
        <EmptyState icon="search" title="One of the sources does not exist">
          It may have been deleted.
        </EmptyState>
      }
    >
      {(comparison) => <Fields comparison={comparison} />}
    </QueryView>
  );
}

function Fields({ comparison }: { comparison: MergeComparison }) {
  const { from, into, fields, effects, obstacle } = comparison;
  const [choices, setChoices] = useState<Record<string, MergeChoice>>({});
  const [draft, setDraft] = useState<ChangeSet | null>(null);
  const makeDraft = useMakeDraft();
  const canPropose = useCanPropose();
  const navigate = useNavigate();
  const differing = fields.filter(({ from, into }) => JSON.stringify(from.value) !== JSON.stringify(into.value));

  const preview = () =>
    tryOrNotify('The merge could not be previewed', async () => {
      const body = { from: from.id, into: into.id, choices };
      setDraft(await makeDraft.mutateAsync({ type: 'merge', body }));
    });
  return (
    <>
      <PageHeader
        title="Compare two sources"
        actions={
          <>
            <Button variant="default" onClick={() => void navigate(paths.merge(into.id, from.id))}>
              Swap
            </Button>
            <Button
              disabled={!canPropose || obstacle !== undefined}
              loading={makeDraft.isPending}
              onClick={() => void preview()}
            >
              Preview the merge
            </Button>
          </>
        }
      />
      {from.merged_into ? (
        <Note tone="info">
          {from.name} was merged into <NamedSource id={from.merged_into} />.
        </Note>
      ) : (
        obstacle && <Note tone="warn">{obstacle}</Note>
      )}
      {!canPropose && <p className="dimmed">A viewer cannot merge sources. Ask an editor.</p>}
      <div className={classes.scroll}>
        <table className={`card ${classes.table}`}>
          <thead>
            <tr>
              <td />
              <SourceHead source={into} part="Remains" />
              <SourceHead source={from} part="Is merged" />
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Endpoints</th>
              <EndpointsCell endpoints={into.endpoints} />
              <EndpointsCell endpoints={from.endpoints} />
              <td>Both</td>
            </tr>
            {differing.map((field) => (
              <FieldRow
                key={field.field}
                field={field}
                choice={choices[field.field] ?? field.suggested}
                onChoose={(choice) => setChoices((before) => ({ ...before, [field.field]: choice }))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {differing.length === 0 && <p className="dimmed">All values that can be chosen are equal.</p>}
      <section className={classes.effects} aria-labelledby="effects-title">
        <h2 id="effects-title" className={classes.subtitle}>
          What happens to {from.name}
        </h2>
        <ul>
          <li>
            {formatCount(effects.endpoints, 'endpoint moves', 'endpoints move')} to {into.name}, with all items and
            checks.
          </li>
          <li>Its name and domain become other names and addresses of {into.name}, so it is not added again.</li>
          <li>
            Its history ({formatCount(effects.changes, 'change')}) is shown in that of {into.name}, and its address
            leads there.
          </li>
          {effects.alerts > 0 && (
            <li>
              {formatCount(effects.alerts, 'open alert continues', 'open alerts continue')} for {into.name}.
            </li>
          )}
          {effects.has_assignee && <li>Its assignee takes over {into.name}, unless that has one.</li>}
          {effects.rules.map(({ id, name }) => (
            <li key={id}>
              The alert rule <Link to={paths.alertRule(id)}>{name}</Link> then uses {into.name} instead.
            </li>
          ))}
          {effects.views.map(({ id, name }) => (
            <li key={id}>
              The view <Link to={paths.sourcesOfView(id)}>{name}</Link> then filters by {into.name} instead.
            </li>
          ))}
          <li>Alert rules and views find {into.name} if it matches their filters.</li>
        </ul>
      </section>
      <ChangeSetDrawer draft={draft} title="Merge two sources" onClose={() => setDraft(null)} />
    </>
  );
}

function SourceHead({ source, part }: { source: Source; part: string }) {
  return (
    <th scope="col">
      <span className="hint">{part}</span>
      <Link to={paths.source(source.id)} className="breakable">
        {source.name}
      </Link>
      <span className="hint breakable">{source.display_domain ?? source.canonical_domain}</span>
    </th>
  );
}

function EndpointsCell({ endpoints }: { endpoints: Endpoint[] }) {
  return (
    <td>
      {endpoints.map(({ id, url, name, intent }) => (
        <span key={id} className="breakable">
          {name || url} <span className="dimmed">{labelOf(ENDPOINT_INTENT, intent)}</span>
        </span>
      ))}
      {endpoints.length === 0 && <span className="dimmed">None</span>}
    </td>
  );
}

const CHOICE: Record<MergeChoice, string> = { keep: 'Left', take: 'Right', both: 'Both' };

interface RowProps {
  field: MergeField;
  choice: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
}

function FieldRow({ field, choice, onChoose }: RowProps) {
  const label = fieldLabel(field.field);
  return (
    <tr>
      <th scope="row">{label}</th>
      <ValueCell name={field.field} value={field.into} isChosen={choice !== 'take'} />
      <ValueCell name={field.field} value={field.from} isChosen={choice !== 'keep'} />
      <td>
        <Radio.Group value={choice} onChange={(value) => onChoose(value as MergeChoice)}>
          <span className={`wrap ${classes.choices}`}>
            {field.choices.map((each) => (
              <Radio key={each} value={each} label={CHOICE[each]} aria-label={`${label}: ${CHOICE[each]}`} size="xs" />
            ))}
          </span>
        </Radio.Group>
        {field.choices.length === 1 && (
          <span className="hint">A merge keeps “forbidden”. To lift it, edit that source first.</span>
        )}
      </td>
    </tr>
  );
}

function ValueCell({ name, value, isChosen }: { name: string; value: MergeValue; isChosen: boolean }) {
  return (
    <td data-chosen={isChosen || undefined}>
      <span className="breakable">
        {SOURCE_FIELDS.includes(name) && value.value ? (
          <NamedSource id={String(value.value)} />
        ) : (
          formatValue(name, value.value) || <span className="dimmed">None</span>
        )}
      </span>
      {value.at && (
        <span className="hint">
          {value.by || 'The service'}, <RelativeTime at={value.at} />
        </span>
      )}
    </td>
  );
}
