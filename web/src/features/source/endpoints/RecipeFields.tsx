import type { Control } from 'react-hook-form';
import { Field } from '@/components/form/Field';
import type { EndpointValues } from './endpoint-form';
import type { RecipePart } from './reading-form';
import classes from './reading.module.css';

/** The default of each part when it is empty, and an example. */
const PARTS: Record<RecipePart, { description: string; placeholder: string }> = {
  list: { description: 'The elements that are items.', placeholder: 'main article' },
  link: { description: 'If empty, the first link of the item.', placeholder: 'h2 a' },
  title: { description: 'If empty, the text of the link.', placeholder: 'h2' },
  date: { description: 'If empty, the first <time> element of the item.', placeholder: 'time@datetime' },
  summary: { description: 'If empty, items have no summary.', placeholder: 'p.teaser' },
  author: { description: 'If empty, items have no author.', placeholder: '.byline a' },
};

/** Edits the recipe of a page list: CSS selectors for the items and their parts. */
export function RecipeFields({ control }: { control: Control<EndpointValues> }) {
  return (
    <fieldset className={`stack-12 ${classes.fieldset}`}>
      <legend>Recipe</legend>
      <p className={`caption ${classes.hint}`}>
        CSS selectors. All except “Items” apply inside each item. Add @ and a name to read an attribute, such as{' '}
        <code>time@datetime</code>.
      </p>
      {(Object.keys(PARTS) as RecipePart[]).map((part) => {
        return (
          <Field
            key={part}
            control={control}
            name={`recipe_${part}`}
            {...PARTS[part]}
            required={part === 'list'}
            autoCapitalize="off"
            spellCheck={false}
          />
        );
      })}
    </fieldset>
  );
}
