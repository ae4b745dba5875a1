// The styles of Mantine's components come with the components: see mantineStyles in vite.config.ts.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './tokens.css';
import './base.css';
import './shared.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { Identity } from '@/auth/identity';
import { loadConfig } from '@/lib/config';
import { guardActivations } from './activation-guard';
import { renderFrame } from './boot-frame';
import { applyStoredColorScheme } from './color-scheme';
import { preloadArea } from './preload-area';
import { Providers } from './Providers';
import { routes } from './routes';
import { showStartupFailure } from './startup-failure';

async function start(root: HTMLElement): Promise<void> {
  const config = await loadConfig();
  const identity = new Identity(config);
  const router = createBrowserRouter(routes);
  createRoot(root).render(
    <StrictMode>
      <Providers config={config} identity={identity}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

applyStoredColorScheme();
guardActivations(document);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
renderFrame(root);
preloadArea(window.location);
start(root).catch((error: unknown) => showStartupFailure(root, error, () => window.location.reload()));
