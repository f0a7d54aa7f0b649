import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** A lab: which tools of a server are confused. */
export const labRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/servers/$serverId/lab/$labId',
  validateSearch: searchOf({ pair: textParameter, size: textParameter }),
  component: lazyScreen(() => import('../screens/lab/lab-screen.tsx'), 'LabScreen'),
});
