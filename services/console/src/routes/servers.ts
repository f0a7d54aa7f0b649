import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
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
  component: lazyRouteComponent(() => import('../screens/servers/servers-screen.tsx'), 'ServersScreen'),
});
