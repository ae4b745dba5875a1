import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { IdentityContext, type IdentityApi } from '@/auth/session';
import type { RuntimeConfig } from '@/lib/config';
import { RuntimeConfigContext } from '@/lib/runtime-config';
import { theme } from './theme';

interface Props {
  config: RuntimeConfig;
  identity: IdentityApi;
  children: ReactNode;
}

export function Providers({ config, identity, children }: Props) {
  return (
    // Mantine would inject variables and global classes as <style>, which violates the CSP.
    // theme.css has the variables.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <RuntimeConfigContext value={config}>
        <IdentityContext value={identity}>{children}</IdentityContext>
      </RuntimeConfigContext>
    </MantineProvider>
  );
}
