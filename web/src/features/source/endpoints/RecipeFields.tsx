import { TextInput } from '@mantine/core';
import { useFormState, type Control } from 'react-hook-form';
import { FIELD_LABELS } from '../form/field-labels';
import type { EndpointValues } from './endpoint-form';
import classes from './reading.module.css';
import type { RecipePart } from './reading-form';

/** What is used where a part is left empty, and what one looks like. */
const PARTS: Record<RecipePart, { description: string; placeholder: string }> = {
  list: { description: 'Which elements are the items.', placeholder: 'main article' },
  link: { description: 'When empty, the first link in the item.', placeholder: 'h2 a' },
  title: { description: 'When empty, the words of the link.', placeholder: 'h2' },
  date: { description: 'When empty, the first time element; otherwise none.', placeholder: 'time@datetime' },
  summary: { description: 'When empty, none.', placeholder: 'p.teaser' },
  author: { description: 'When empty, none.', placeholder: '.byline a' },
};

/** Where the items of a page are, in CSS selectors. */
export function RecipeFields({ control }: { control: Control<EndpointValues> }) {
  const { errors } = useFormState({ control });
  return (
    <fieldset className={classes.set}>
      <legend>Recipe</legend>
      <p className={classes.hint}>
        CSS selectors, looked for inside each item. One that ends in @ and a name, such as <code>time@datetime</code>,
        takes an attribute.
      </p>
      {(Object.keys(PARTS) as RecipePart[]).map((part) => {
        const name = `recipe_${part}` as const;
        return (
          <TextInput
            key={part}
            label={FIELD_LABELS[name]}
            description={PARTS[part].description}
            placeholder={PARTS[part].placeholder}
            required={part === 'list'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            error={errors[name]?.message}
            {...control.register(name)}
          />
        );
      })}
    </fieldset>
  );
}
