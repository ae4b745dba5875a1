import { Tooltip } from '@mantine/core';
import type { Endpoint } from '@/api/gen/types.gen';
import { Icon } from '@/components/Icon';
import type { IconName } from '@/components/icon-paths';
import classes from './endpoints.module.css';
import { readingWords } from './reading-form';

/** That an endpoint is read in a way of its own; the form says in which. */
export function ReadingBadges({ endpoint }: { endpoint: Endpoint }) {
  const words = readingWords(endpoint);
  return (
    <>
      {words.length > 0 && <Badge icon="tune" words={`Read with settings of its own: ${words.join(', ')}`} />}
      {endpoint.has_credentials && <Badge icon="lock" words="Has a user name and a password" />}
    </>
  );
}

function Badge({ icon, words }: { icon: IconName; words: string }) {
  return (
    <Tooltip label={words} multiline maw={320}>
      <span className={classes.badge} role="img" aria-label={words}>
        <Icon name={icon} size={14} />
      </span>
    </Tooltip>
  );
}
