import type { WebSubSubscription } from '@/api/gen/types.gen';
import { RelativeTime } from '@/components/RelativeTime';

/** Describes the subscription at the WebSub hub of a feed, and why there is none if it failed. */
export function WebSubSentence({ subscription }: { subscription: WebSubSubscription }) {
  const { state, hub, since, detail, last_delivery_at: delivered, has_missed: hasMissed } = subscription;
  const name = hostOf(hub);
  switch (state) {
    case 'off':
      return (
        <p>
          The feed announces new items through the WebSub hub {name}, but this installation has no public address for
          it. The endpoint is checked as usual.
        </p>
      );
    case 'found':
      return <p>The feed announces new items through the WebSub hub {name}. There is no subscription yet.</p>;
    case 'requested':
      return <p>The WebSub hub {name} was asked for a subscription and has not confirmed it yet.</p>;
    case 'denied':
    case 'failed':
      return (
        <p>
          There is no subscription at the WebSub hub {name}. {detail} The endpoint is checked as usual, and the request
          is repeated later.
        </p>
      );
    case 'unsubscribing':
      return <p>The subscription at the WebSub hub {name} is ending.</p>;
    case 'active':
      return (
        <p>
          Subscribed at the WebSub hub {name} since <RelativeTime at={since} />.{' '}
          {delivered ? (
            <>
              Last delivery: <RelativeTime at={delivered} />.
            </>
          ) : (
            'No delivery so far, so the endpoint is checked as usual.'
          )}
          {delivered && hasMissed && ' Some new items were not announced, so the endpoint is checked as usual.'}
        </p>
      );
  }
}

/** Returns the host of an address, or the address itself if it has none. */
function hostOf(address: string) {
  return URL.canParse(address) ? new URL(address).host : address;
}
