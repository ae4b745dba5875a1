import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths';

interface Props {
  sourceId: string;
  /** The endpoint; without one, the homepage of the source is replaced. */
  endpointId?: string;
}

/** Opens the form with the address of an endpoint or of the homepage, to enter another one. */
export function ReplaceAddressLink({ sourceId, endpointId }: Props) {
  return (
    <Button
      component={Link}
      to={endpointId ? paths.endpointSettings(sourceId, endpointId) : paths.source(sourceId, 'settings')}
      size="compact-sm"
      variant="subtle"
      color="gray"
    >
      {endpointId ? 'Replace the address' : 'Replace the homepage'}
    </Button>
  );
}
