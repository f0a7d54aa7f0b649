import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, textParameter, textsParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The runs of a run group as a matrix of cases and targets. */
export const groupRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/groups/$runGroupId',
  validateSearch: searchOf({
    base: textParameter,
    hide: textsParameter,
    only: choiceParameter('differences', 'all'),
    sel: textParameter,
  }),
  component: lazyScreen(() => import('../screens/matrix/matrix-screen.tsx'), 'MatrixScreen'),
});
