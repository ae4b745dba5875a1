import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SourceRow } from '@/api/gen/types.gen';
import { QueryView } from '@/components/QueryView';
import { HEALTH_STATE } from '@/entities/check/labels';
import { endpointsToFixQuery, type EndpointToFix } from '@/entities/endpoint/fix.queries';
import { shortAddress } from '@/lib/format-address';
import { ChangeAddress } from './ChangeAddress';
import classes from './fix.module.css';
import type { Repair } from './FixActions';
import { RetireEndpoint } from './RetireEndpoint';

interface Props {
  source: SourceRow;
  repair: Repair;
  onClose: () => void;
}

/** Changes the address of an endpoint or retires it, below the entry of its source. */
export function FixPanel(props: Props) {
  const query = useQuery(endpointsToFixQuery(props.source.id));
  return (
    <QueryView query={query} errorTitle="The endpoints could not be loaded" loading={2}>
      {(endpoints) => <EndpointPanel endpoints={endpoints} {...props} />}
    </QueryView>
  );
}

function EndpointPanel({ endpoints, source, repair, onClose }: Props & { endpoints: EndpointToFix[] }) {
  const [chosen, setChosen] = useState<string>();
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0];
  if (!endpoint) return <p className="breakable">All endpoints of this source are retired.</p>;
  const Form = repair === 'address' ? ChangeAddress : RetireEndpoint;
  return (
    <div className={classes.panel} role="group" aria-label={`Repair ${source.name}`}>
      {endpoints.length > 1 && (
        <NativeSelect
          label="Endpoint"
          value={endpoint.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={endpoints.map((each) => ({ value: each.id, label: describe(each) }))}
        />
      )}
      <Form key={endpoint.id} endpoint={endpoint} isLast={endpoints.length === 1} onClose={onClose} />
    </div>
  );
}

function describe({ name, url, health }: EndpointToFix): string {
  const state = health?.is_checked && HEALTH_STATE[(health.last_known ?? health).state];
  return [name, shortAddress(url), state].filter(Boolean).join(' · ');
}
