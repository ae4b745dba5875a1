import { useController, type FieldValues, type Path, type UseControllerProps } from 'react-hook-form';

/**
 * Returns a field of a form. When it gets the focus, the closed section around its input is opened.
 */
export function useField<T extends FieldValues, N extends Path<T>>(props: UseControllerProps<T, N>) {
  const { field, fieldState } = useController(props);
  const ref = (element: HTMLElement | null) => {
    if (element) field.ref({ focus: () => focusInput(element) });
  };
  return { field: { ...field, ref }, fieldState };
}

/** Focuses an input or the first input of a group. */
export function focusInput(element: HTMLElement): void {
  const section = element.closest('details');
  if (section) section.open = true;
  const inputs = 'input, textarea, select, button';
  (element.matches(inputs) ? element : element.querySelector<HTMLElement>(inputs))?.focus();
}
