import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const PARAMETER = 'test';

/** Set on the entry of the history that opening the panel made, so that closing goes back instead of adding one more. */
const OPENED = { testOpened: true };

/** Which endpoint is being tested stands in the address: reload shows it again, Back closes it. */
export function useTestSearchParam() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const opened = (location.state as typeof OPENED | null)?.testOpened === true;

  // The same function from render to render: otherwise the rows are made anew, and what was pressed is gone.
  const open = useCallback(
    (id: string) => void navigate({ search: new URLSearchParams({ [PARAMETER]: id }).toString() }, { state: OPENED }),
    [navigate],
  );
  const close = useCallback(() => {
    if (opened) void navigate(-1);
    else void navigate({ search: '' }, { replace: true });
  }, [opened, navigate]);

  return { tested: search.get(PARAMETER), open, close };
}
