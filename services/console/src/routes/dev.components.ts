import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './root.ts';

/** Every component in each of its states. */
export const componentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dev/components',
  component: lazyRouteComponent(() => import('../screens/components/components-screen.tsx'), 'ComponentsScreen'),
});
