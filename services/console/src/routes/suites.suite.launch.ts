import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { flagParameter, textParameter, textsParameter, searchOf } from '../lib/search.ts';
import { suiteRoute } from './suites.suite.ts';

/** The launch of a suite, as a sheet over its page. */
export const launchRoute = createRoute({
  getParentRoute: () => suiteRoute,
  path: '/launch',
  validateSearch: searchOf({
    cases: textParameter,
    env: textsParameter,
    arm: textsParameter,
    early: flagParameter,
    cassette: textParameter,
  }),
  component: lazyRouteComponent(() => import('../screens/launch/launch-screen.tsx'), 'LaunchScreen'),
});
