import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import './styles/tokens.css';
import './styles/base.css';
import './styles/section.css';
import './styles/table.css';
import './styles/frame.css';
import './styles/title.css';
import './styles/list.css';
import './styles/alone.css';
import './components/panes/panes.css';
import { queryClient } from './data/query-client.ts';
import { listenToKeys } from './lib/keys.ts';
import { followTheme } from './lib/theme.ts';
import { router } from './routes/tree.ts';

followTheme();
listenToKeys();

createRoot(document.querySelector('#console')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
