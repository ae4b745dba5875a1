import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedView, ViewSubscription } from '@/api/gen/types.gen';
import { FormModal } from '@/components/form/FormDialogs';
import { QueryView } from '@/components/QueryView';
import { viewSubscriptionsQuery } from '@/entities/view/subscription.queries';
import { SubscriptionForm } from './SubscriptionForm';
import { SubscriptionRow } from './SubscriptionRow';

interface Props {
  view: SavedView;
  onClose: () => void;
}

/** Lists, creates and changes the subscriptions to a view. */
export default function SubscriptionsDialog({ view, onClose }: Props) {
  const query = useQuery(viewSubscriptionsQuery(view.id));
  const [edited, setEdited] = useState<ViewSubscription | 'new' | null>(null);
  return (
    <FormModal opened onClose={onClose} title={`Subscriptions to “${view.name}”`}>
      {() => (
        <div className="stack-16">
          <p className="hint">
            The sources of this view are sent by e-mail or webhook, as a CSV file with at most 5,000 sources.
          </p>
          <QueryView query={query} errorTitle="The subscriptions could not be loaded" loading={1}>
            {({ items, can_email: canEmail }) =>
              edited ? (
                <SubscriptionForm
                  view={view}
                  // After a conflict, the list has the new version, so that saving again succeeds.
                  subscription={edited === 'new' ? undefined : (items.find(({ id }) => id === edited.id) ?? edited)}
                  canEmail={canEmail}
                  onSaved={() => setEdited(null)}
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <>
                  {items.length === 0 && <p>You have no subscription to this view.</p>}
                  {items.length > 0 && (
                    <ul className="list card divided" aria-label="Subscriptions">
                      {items.map((item) => (
                        <SubscriptionRow key={item.id} view={view} subscription={item} onEdit={() => setEdited(item)} />
                      ))}
                    </ul>
                  )}
                  <Group justify="flex-end">
                    <Button onClick={() => setEdited('new')}>Create subscription</Button>
                  </Group>
                </>
              )
            }
          </QueryView>
        </div>
      )}
    </FormModal>
  );
}
