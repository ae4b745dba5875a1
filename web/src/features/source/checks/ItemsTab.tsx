import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Source } from '@/api/gen/types.gen';
import { EmptyState } from '@/components/EmptyState';
import { Icon } from '@/components/Icon';
import { useSearchText } from '@/components/use-search-text';
import classes from './checks.module.css';
import { DeletedEndpointNote } from './DeletedEndpointNote';
import { EndpointChoice } from './EndpointChoice';
import { SeenItems } from './SeenItems';
import { useEndpointParam } from './use-endpoint-param';

/** The items that the checks of an endpoint found. */
export function ItemsTab({ source }: { source: Source }) {
  const { endpoint, choose, deletedId } = useEndpointParam(source);
  const [searched, search] = useState('');
  const { text, type, searchNow } = useSearchText(searched, search);
  if (!endpoint) {
    return (
      <EmptyState icon="list" title="No items yet">
        This source has no endpoints, so nothing is checked. Add an endpoint on the overview.
      </EmptyState>
    );
  }
  return (
    <>
      <DeletedEndpointNote source={source} deletedId={deletedId} />
      <div className={classes.controls}>
        <EndpointChoice source={source} endpoint={endpoint} onChange={choose} />
        <TextInput
          className={classes.search}
          type="search"
          label="Search"
          placeholder="Words of the title or the address"
          maxLength={200}
          autoComplete="off"
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => searchNow(text)}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && searchNow(text)}
        />
      </div>
      <SeenItems endpointId={endpoint.id} text={searched} />
    </>
  );
}
