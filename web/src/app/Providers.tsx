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
  useClearCacheOnSignOut(identity, queryClient);
  return (
    // Mantine would inject variables and global classes as <style>, which violates the CSP. theme.css has the variables.
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

/** Clears the query cache on sign-out, so that the next user does not see the data of the previous one. */
function useClearCacheOnSignOut(identity: IdentityApi, queryClient: QueryClient) {
  useEffect(
    () =>
      identity.session.subscribe(() => {
        if (identity.session.get().status === 'signed-out') queryClient.clear();
      }),
    [identity, queryClient],
  );
}
