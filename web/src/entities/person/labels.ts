import type { Role } from '@/api/gen/types.gen';

export const ROLE: Record<Role, string> = {
  viewer: 'Viewer',
  contributor: 'Contributor',
  editor: 'Editor',
  admin: 'Administrator',
};

export const ROLE_DESCRIPTION: Record<Role, string> = {
  viewer: 'Viewer: can view everything',
  contributor: 'Contributor: can propose changes of sources',
  editor: 'Editor: can change sources',
  admin: 'Administrator: can change sources and people',
};
