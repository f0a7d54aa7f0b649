import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, searchOf, textParameter } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The import of a suite's file, for a suite that the project does not have yet. */
export const suiteImportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/suites/import',
  validateSearch: searchOf({ show: choiceParameter('faults', 'whole', 'difference'), fault: textParameter }),
  component: lazyScreen(() => import('../screens/suite-file/import-screen.tsx'), 'ImportScreen'),
});
