import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choiceParameter, flagParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** One iteration of a run, with its trace. */
export const iterationRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs/$runId/i/$iterationId',
  validateSearch: searchOf({
    tab: choiceParameter('timeline', 'conversation', 'wire', 'widget', 'judge'),
    span: textParameter,
    msg: textParameter,
    check: textParameter,
    q: textParameter,
    raw: flagParameter,
  }),
  component: lazyRouteComponent(() => import('../screens/iteration/iteration-screen.tsx'), 'IterationScreen'),
});
