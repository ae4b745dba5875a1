import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const PARAMETER = 'test';

/**
 * Marks the browser history entry that opening the panel added, so that closing goes back instead
 * of adding another.
 */
const OPENED_STATE = { testOpened: true };

/**
 * Keeps the id of the tested endpoint in the URL: reloading shows the test again, Back closes it.
 */
export function useTestSearchParam() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const opened = (location.state as typeof OPENED_STATE | null)?.testOpened === true;

  // Stable identity: a new function would render new table columns, which remounts the pressed
  // button.
  const open = useCallback(
    (id: string) =>
      void navigate({ search: new URLSearchParams({ [PARAMETER]: id }).toString() }, { state: OPENED_STATE }),
    [navigate],
  );
  const close = useCallback(() => {
    if (opened) void navigate(-1);
    else void navigate({ search: '' }, { replace: true });
  }, [opened, navigate]);

  return { tested: search.get(PARAMETER), open, close };
}
