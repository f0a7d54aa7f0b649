import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParameter, textsParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The runs of a project. */
export const runsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs',
  validateSearch: searchOf({
    suite: textParameter,
    verdict: textsParameter,
    status: textsParameter,
    source: textParameter,
    since: textParameter,
    until: textParameter,
    branch: textParameter,
    q: textParameter,
    sel: textParameter,
  }),
  component: lazyRouteComponent(() => import('../screens/runs/runs-screen.tsx'), 'RunsScreen'),
});
