import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '@/lib/paths';

/** Redirects the former address of the suggestions, with its filters. */
export function FormerSuggestions() {
  return <Navigate to={paths.suggestions + useLocation().search} replace />;
}
