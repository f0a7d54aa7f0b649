import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, choicesParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The runs of a project. */
export const runsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs',
  validateSearch: searchOf({
    suite: textParameter,
    verdict: choicesParameter('passed', 'failed', 'inconclusive', 'notEstablished'),
    status: choiceParameter('pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out'),
    source: choiceParameter('ui', 'api', 'sdk', 'schedule'),
    since: textParameter,
    until: textParameter,
    branch: textParameter,
    commit: textParameter,
    environment: textParameter,
    model: textParameter,
    group: textParameter,
    q: textParameter,
    sel: textParameter,
  }),
  component: lazyScreen(() => import('../screens/runs/runs-screen.tsx'), 'RunsScreen'),
});
