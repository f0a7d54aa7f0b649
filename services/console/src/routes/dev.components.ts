import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { shellRoute } from './root.ts';

/** Every component in each of its states. */
export const componentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dev/components',
  component: lazyScreen(() => import('../screens/components/components-screen.tsx'), 'ComponentsScreen'),
});
