import { Icon } from '@/components/Icon';
import { isSameServer } from '@/lib/credentials';
import { hostOf } from '@/lib/format-address';
import { endpointRowsOf, type Entry } from './entry';

/** Explains how the user name and password of the pasted address are stored and sent. */
export function CredentialsNote({ entry }: { entry: Entry }) {
  const { credentials, lostCredentials, address, discovery } = entry;
  if (!credentials && lostCredentials) {
    return (
      <span data-tone="warn">
        <Icon name="warning" /> The reload removed the user name and password. Paste the address again if the site needs
        them.
      </span>
    );
  }
  if (!credentials) return null;
  const hasOtherServers = endpointRowsOf(entry).some(({ url }) => !isSameServer(address, url));
  return (
    <span>
      <Icon name="check" /> The user name and password are stored encrypted, separate from the address
      {discovery.done && hasOtherServers && `, and sent only to ${hostOf(discovery.arrival?.final_url ?? address)}`}.
    </span>
  );
}
