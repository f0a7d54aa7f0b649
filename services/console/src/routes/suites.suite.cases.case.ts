import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The editor of a case. */
export const caseRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/suites/$suiteId/cases/$caseId',
  validateSearch: searchOf({ step: textParameter, try: textParameter }),
  component: lazyScreen(() => import('../screens/case/case-screen.tsx'), 'CaseScreen'),
});
