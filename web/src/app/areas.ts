import type { Role } from '@/api/gen/types.gen';
import { paths } from '@/lib/paths';

export interface Area {
  to: string;
  label: string;
  /** The role that sees the area; all roles if it is missing. */
  role?: Role;
  /** Narrow windows have no room for it in the toolbar and show it in the user menu. */
  isInMenuOnNarrow?: boolean;
}

const AREAS: Area[] = [
  { to: paths.sources, label: 'Sources' },
  { to: paths.work, label: 'Work' },
  { to: paths.overview, label: 'Overview', isInMenuOnNarrow: true },
  { to: paths.alerts, label: 'Alerts', isInMenuOnNarrow: true },
  { to: paths.imports, label: 'Imports', isInMenuOnNarrow: true },
  { to: paths.changes, label: 'Changes', isInMenuOnNarrow: true },
  { to: paths.checks, label: 'Checks', isInMenuOnNarrow: true },
  { to: paths.history, label: 'Activity', isInMenuOnNarrow: true },
  { to: paths.people, label: 'People', role: 'admin', isInMenuOnNarrow: true },
];

/** Returns the areas of the app that a role sees, in the order of the toolbar. */
export function areasOf(role: Role | undefined): Area[] {
  return AREAS.filter((area) => !area.role || area.role === role);
}
