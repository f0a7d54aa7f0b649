import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** Two runs beside each other. */
export const compareRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs/$runId/compare',
  validateSearch: searchOf({
    base: textParameter,
    only: choiceParameter('differences', 'all'),
    group: textParameter,
    sel: textParameter,
    side: textParameter,
  }),
  component: lazyScreen(() => import('../screens/compare/compare-screen.tsx'), 'CompareScreen'),
});
