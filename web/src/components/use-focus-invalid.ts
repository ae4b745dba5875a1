import { useEffect, useRef } from 'react';

/** Returns the ref of a form. When `error` is a new error of its fields, the first invalid field gets the focus. */
export function useFocusInvalid(error: unknown, isFieldError: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFieldError) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, isFieldError]);
  return form;
}
