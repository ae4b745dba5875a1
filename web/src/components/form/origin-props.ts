import classes from './form.module.css';

/** Returns the props that show the origin of a proposed value next to the label of its field. */
export function originProps(origin: string | undefined) {
  if (!origin) return {};
  return { description: `from ${origin}`, classNames: { description: classes.origin, wrapper: classes.withOrigin } };
}
