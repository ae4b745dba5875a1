import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { IdentityContext, type IdentityApi } from '@/auth/session';
import type { RuntimeConfig } from '@/lib/config';
import { RuntimeConfigContext } from '@/lib/runtime-config';
import { theme } from './theme';

interface Props {
  config: RuntimeConfig;
  identity: IdentityApi;
  queryClient: QueryClient;
  children: ReactNode;
}

export function Providers({ config, identity, queryClient, children }: Props) {
  useForgetOnSignOut(identity, queryClient);
  return (
    // Variables and global classes would be injected as <style>, which the CSP refuses: theme.css has them.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <RuntimeConfigContext value={config}>
        <IdentityContext value={identity}>
          <QueryClientProvider client={queryClient}>
            <Notifications position="bottom-left" limit={3} transitionDuration={120} />
            {children}
          </QueryClientProvider>
        </IdentityContext>
      </RuntimeConfigContext>
    </MantineProvider>
  );
}

/** What one person saw must not be there for the next one at the same screen. */
function useForgetOnSignOut(identity: IdentityApi, queryClient: QueryClient) {
  useEffect(
    () =>
      identity.session.subscribe(() => {
        if (identity.session.get().status === 'signed-out') queryClient.clear();
      }),
    [identity, queryClient],
  );
}
