import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.ts';

/** Leads to the page of any id. */
export const byIdRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/by-id/$id',
  component: lazyRouteComponent(() => import('../screens/by-id/by-id-screen.tsx'), 'ByIdScreen'),
});
