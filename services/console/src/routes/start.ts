import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The first run: from a server to a verdict. */
export const startRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/start',
  validateSearch: searchOf({
    step: choiceParameter('server', 'doctor', 'drafts', 'run'),
    server: textParameter,
    suite: textParameter,
    job: textParameter,
    run: textParameter,
    way: choiceParameter('address', 'command', 'paste'),
  }),
  component: lazyScreen(() => import('../screens/first-run/first-run-screen.tsx'), 'FirstRunScreen'),
});
