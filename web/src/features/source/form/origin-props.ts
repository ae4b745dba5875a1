import classes from './form.module.css';

/** Says quietly, beside the label of a field, where its value comes from. */
export function originProps(from: string | undefined) {
  if (!from) return {};
  return { description: `from ${from}`, classNames: { description: classes.from, wrapper: classes.besideFrom } };
}
