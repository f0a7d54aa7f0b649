import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The servers of a project. */
export const serversRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/servers',
  validateSearch: searchOf({
    q: textParameter,
    state: choiceParameter('unusable', 'look', 'well', 'unknown'),
    tag: textParameter,
    transport: textParameter,
    signIn: textParameter,
    sort: textParameter,
    sel: textParameter,
  }),
  component: lazyScreen(() => import('../screens/servers/servers-screen.tsx'), 'ServersScreen'),
});
