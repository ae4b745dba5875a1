import { createContext } from 'react';

/** Reports to the dialog around a form whether the form has unsaved changes. */
export const DirtyContext = createContext<(isDirty: boolean) => void>(() => undefined);
