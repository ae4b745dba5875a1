import { Tooltip } from '@mantine/core';
import classes from './TagList.module.css';

interface Props {
  tags: string[];
  /** How many to show before "+n"; all by default. */
  max?: number;
}

export function TagList({ tags, max = Infinity }: Props) {
  if (tags.length === 0) return null;
  // "+1" would take the room of the tag it hides.
  const shown = tags.length <= max + 1 ? tags : tags.slice(0, max);
  const rest = tags.slice(shown.length);
  return (
    <ul className={classes.list} aria-label="Tags">
      {shown.map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.join(', ')} multiline maw={320}>
          <li className={classes.more} aria-label={rest.join(', ')}>
            +{rest.length}
          </li>
        </Tooltip>
      )}
    </ul>
  );
}
