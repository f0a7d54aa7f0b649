import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { rootRoute } from './root.ts';

/** Leads to the page of any id. */
export const byIdRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/by-id/$id',
  component: lazyScreen(() => import('../screens/by-id/by-id-screen.tsx'), 'ByIdScreen'),
});
