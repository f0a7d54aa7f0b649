import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
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
  component: lazyScreen(() => import('../screens/iteration/iteration-screen.tsx'), 'IterationScreen'),
});
