import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const PARAMETER = 'test';

/** Set on the entry of the history that opening the panel made, so that closing goes back instead of adding one more. */
const OPENED = { testOpened: true };

/** Which endpoint is being tested stands in the address: reload shows it again, Back closes it. */
export function useTestInAddress() {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const opened = (location.state as typeof OPENED | null)?.testOpened === true;

  const open = useCallback((id: string) => setSearch((before) => withTest(before, id), { state: OPENED }), [setSearch]);
  const close = useCallback(() => {
    if (opened) void navigate(-1);
    else setSearch((before) => withTest(before, null), { replace: true });
  }, [opened, navigate, setSearch]);

  return { tested: search.get(PARAMETER), open, close };
}

function withTest(before: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(before);
  if (id === null) after.delete(PARAMETER);
  else after.set(PARAMETER, id);
  return after;
}
