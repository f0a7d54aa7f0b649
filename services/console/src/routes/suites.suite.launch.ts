import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
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
  component: lazyScreen(() => import('../screens/launch/launch-screen.tsx'), 'LaunchScreen'),
});
