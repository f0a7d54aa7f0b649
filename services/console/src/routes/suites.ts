import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flagParameter, textParameter, textsParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The suites of a project. */
export const suitesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/suites',
  validateSearch: searchOf({
    q: textParameter,
    verdict: textsParameter,
    tag: textParameter,
    server: textParameter,
    flaky: flagParameter,
    scheduled: flagParameter,
    archived: flagParameter,
    sort: textParameter,
    sel: textParameter,
  }),
  component: lazyRouteComponent(() => import('../screens/suites/suites-screen.tsx'), 'SuitesScreen'),
});
