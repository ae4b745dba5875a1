import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CHANGE_ALL } from '@/lib/change-all';

/** Calls the function once the list is loaded if a link asked to change all sources of the list. */
export function useChangeAll(isLoaded: boolean, onChangeAll: () => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = isLoaded && (state as typeof CHANGE_ALL | null)?.changeAll === true;
  const start = useEffectEvent(() => {
    onChangeAll();
    void navigate({ search }, { replace: true, state: null }); // not again after a reload
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
}
