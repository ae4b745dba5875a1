import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './base.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { configureApi } from '@/api/client';
import { createQueryClient } from '@/api/query-client';
import { Identity } from '@/auth/identity';
import { loadConfig } from '@/lib/config';
import { renderFrame } from './boot-frame';
import { applyStoredColorScheme } from './color-scheme';
import { Providers } from './Providers';
import { routes } from './routes';
import { showStartupFailure } from './startup-failure';

async function start(root: HTMLElement): Promise<void> {
  const config = await loadConfig();
  const identity = new Identity(config);
  configureApi({
    host: config.host,
    getToken: (force) => identity.getToken(force),
    onSessionRejected: () => void identity.signOut('expired'),
  });
  const router = createBrowserRouter(routes);
  createRoot(root).render(
    <StrictMode>
      <Providers config={config} identity={identity} queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

applyStoredColorScheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
renderFrame(root);
start(root).catch((error: unknown) => showStartupFailure(root, error, () => window.location.reload()));
