import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The overview of a project. */
export const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  validateSearch: searchOf({ sel: textParameter }),
  component: lazyScreen(() => import('../screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});
