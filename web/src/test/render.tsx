import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider, createMemoryRouter, type RouteObject } from 'react-router-dom';
import { vi } from 'vitest';
import type { Session as Member } from '@/api/gen/types.gen';
import { createQueryClient } from '@/api/query-client';
import { MemberContext } from '@/auth/member';
import { IdentityContext, type IdentityApi } from '@/auth/session';
import { SessionStore, type SessionUser } from '@/auth/session-store';
import type { RuntimeConfig } from '@/lib/config';
import { RuntimeConfigContext } from '@/lib/runtime-config';
import { editor } from './api';

export const user: SessionUser = { uid: 'u1', email: 'editor@example.org', name: '', emailVerified: true };

export const config: RuntimeConfig = {
  production: false,
  host: '',
  firebase: {
    projectId: 'demo-newsources',
    appId: '1',
    storageBucket: '',
    apiKey: 'key',
    authDomain: '',
    messagingSenderId: '',
    measurementId: '',
  },
  authEmulator: '',
  demo: null,
  version: '1',
};

/**
 * Returns an identity client for tests: `session.setUser(user)` signs in, `session.setUser(null)`
 * signs out.
 */
export function fakeIdentity(signedIn: SessionUser | null | 'loading' = user): IdentityApi {
  const session = new SessionStore();
  if (signedIn !== 'loading') session.setUser(signedIn);
  return {
    session,
    signInWithPassword: vi.fn<IdentityApi['signInWithPassword']>().mockResolvedValue(),
    signInWithGoogle: vi.fn<IdentityApi['signInWithGoogle']>().mockResolvedValue(),
    sendPasswordReset: vi.fn<IdentityApi['sendPasswordReset']>().mockResolvedValue(),
    sendVerification: vi.fn<IdentityApi['sendVerification']>().mockResolvedValue(),
    refresh: vi.fn<IdentityApi['refresh']>().mockResolvedValue(),
    getToken: vi.fn<IdentityApi['getToken']>().mockResolvedValue('token'),
    signOut: vi.fn<IdentityApi['signOut']>((reason) => {
      session.setSignOutReason(reason);
      session.setUser(null);
      return Promise.resolve();
    }),
  };
}

interface Options {
  path?: string;
  identity?: IdentityApi;
  member?: Member;
  config?: Partial<RuntimeConfig>;
}

/** Renders routes with the app's providers, at `path`, by default for a signed-in editor. */
export function renderRoutes(routes: RouteObject[], options: Options = {}) {
  // The notification store is global: removes the notifications of the previous test.
  notifications.clean();
  const router = createMemoryRouter(routes, { initialEntries: [options.path ?? '/newssources'] });
  const identity = options.identity ?? fakeIdentity();
  const queryClient = createQueryClient();
  const result: RenderResult = render(
    <MantineProvider env="test">
      <RuntimeConfigContext value={{ ...config, ...options.config }}>
        <IdentityContext value={identity}>
          <QueryClientProvider client={queryClient}>
            <MemberContext value={options.member ?? editor}>
              <Notifications />
              <RouterProvider router={router} />
            </MemberContext>
          </QueryClientProvider>
        </IdentityContext>
      </RuntimeConfigContext>
    </MantineProvider>,
  );
  /** Returns the current path, query and hash. */
  const address = () => router.state.location.pathname + router.state.location.search + router.state.location.hash;
  return { ...result, router, identity, queryClient, address };
}

/** Renders one page at a route pattern. All other addresses render nothing. */
export function renderPage(page: ReactNode, options: Options & { pattern?: string } = {}) {
  return renderRoutes(
    [
      { path: options.pattern ?? '/newssources', element: page },
      { path: '*', element: null },
    ],
    options,
  );
}
