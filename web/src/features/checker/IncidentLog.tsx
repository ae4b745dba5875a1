import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Incident } from '@/api/gen/types.gen';
import { ExactTime } from '@/components/ExactTime';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { ToneBadge } from '@/components/ToneBadge';
import { incidentsQuery } from '@/entities/check/incidents.queries';
import { HEALTH_CAUSE } from '@/entities/check/labels';
import { formatCount, formatNumber } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { labelOf } from '@/lib/labels';
import classes from './ChecksPage.module.css';

const FILTERS = [
  { value: '', label: 'All incidents', includes: () => true },
  { value: 'open', label: 'Open incidents', includes: ({ ended_at }: Incident) => !ended_at },
  { value: 'service', label: 'Of the whole service', includes: ({ scope }: Incident) => scope === 'service' },
  { value: 'worker', label: 'Of single workers', includes: ({ scope }: Incident) => scope === 'worker' },
] as const;

/** The outages of the service's own network, newest first. */
export function IncidentLog() {
  const query = useQuery(incidentsQuery());
  const [params, setParams] = useSearchParams();
  const shown = FILTERS.find(({ value }) => value === params.get('incidents')) ?? FILTERS[0];
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents" className={classes.heading}>
        Incidents
      </h2>
      <p className={`dimmed ${classes.note}`}>
        Outages of the network of this service. During an incident no state changes, because checks also fail at sites
        that work.
      </p>
      {query.data && query.data.length > 0 && (
        <NativeSelect
          className={classes.filter}
          aria-label="Incidents to show"
          value={shown.value}
          data={FILTERS.map(({ value, label }) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => setParams(value ? { incidents: value } : {}, { replace: true })}
        />
      )}
      <QueryView
        query={query}
        errorTitle="The incidents could not be loaded"
        loading={3}
        empty={<p className="dimmed">No incident so far.</p>}
      >
        {(incidents) => <Incidents incidents={incidents.filter(shown.includes)} />}
      </QueryView>
    </section>
  );
}

function Incidents({ incidents }: { incidents: Incident[] }) {
  if (incidents.length === 0) return <p className="dimmed">No incident matches.</p>;
  return (
    <ol className={`list card divided ${classes.incidents}`} aria-label="Incidents, newest first">
      {incidents.map((incident) => (
        <Row key={incident.id} incident={incident} />
      ))}
    </ol>
  );
}

function Row({ incident }: { incident: Incident }) {
  const { started_at: from, ended_at: until } = incident;
  return (
    <li className={`wrap ${classes.incident}`}>
      <span className={classes.period}>
        <strong>
          <ExactTime at={from} />
        </strong>
        <span className="dimmed">
          {until ? (
            <>
              until <ExactTime at={until} /> · {formatDuration((Date.parse(until) - Date.parse(from)) / 1000)}
            </>
          ) : (
            'not ended'
          )}
        </span>
      </span>
      {!until && (
        <ToneBadge tone="warn" icon={<Icon name="warning" size={14} />}>
          Open
        </ToneBadge>
      )}
      <span className={`breakable ${classes.seen}`}>{describeIncident(incident)}</span>
    </li>
  );
}

/** Returns what the incident affected, and the checks by which it was detected. */
function describeIncident({ scope, worker, failure, checks, failed, domains }: Incident): string {
  const affected =
    scope === 'service'
      ? 'No site could be reached; all checks were suspended.'
      : `The worker ${worker ?? ''} reached no site; other workers continued its checks.`;
  const how = failure === 'unreachable' ? 'without a response' : `in the same way (${labelOf(HEALTH_CAUSE, failure)})`;
  return `${affected} Of the last ${formatCount(checks, 'check')}, ${formatNumber(failed)} failed ${how}, on ${formatCount(domains, 'site')}. The reliable addresses that the service then tried did not answer either.`;
}
