import { Icon } from '@/components/Icon';
import { hostOf } from '@/lib/format-address';
import { isSameServer } from '../form/credentials';
import { chosenRows, type Entry } from './entry';

/** What becomes of a user name and a password that stood in the address. */
export function CredentialsNote({ entry: { credentials, forgot, address, values, found } }: { entry: Entry }) {
  if (!credentials && forgot) {
    return (
      <span data-tone="warn">
        <Icon name="warning" /> User name and password are not kept over a reload. Paste the address again if the site
        wants them.
      </span>
    );
  }
  if (!credentials) return null;
  const others = chosenRows(values).filter(({ url }) => !isSameServer(address, url));
  return (
    <span>
      <Icon name="check" /> The user name and the password are kept apart and sealed
      {found.done && others.length > 0 && `; they only go to ${hostOf(found.arrival?.final_url ?? address)}`}.
    </span>
  );
}
