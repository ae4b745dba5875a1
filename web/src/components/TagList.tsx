import classes from './TagList.module.css';

interface Props {
  tags: string[];
  /** The number of tags shown before "+n"; all by default. */
  max?: number;
}

export function TagList({ tags, max = Infinity }: Props) {
  if (tags.length === 0) return null;
  const shown = tags.slice(0, max);
  const hidden = tags.slice(shown.length);
  return (
    <ul className={`list ${classes.list}`} aria-label="Tags">
      {shown.map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
      {hidden.length > 0 && (
        <li className={classes.more} aria-label={hidden.join(', ')} title={hidden.join(', ')}>
          +{hidden.length}
        </li>
      )}
    </ul>
  );
}
