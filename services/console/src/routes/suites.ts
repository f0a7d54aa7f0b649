import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
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
  component: lazyScreen(() => import('../screens/suites/suites-screen.tsx'), 'SuitesScreen'),
});
