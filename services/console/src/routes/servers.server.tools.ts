import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The tools of a server, and calls of them. */
export const serverToolsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/servers/$serverId/tools',
  validateSearch: searchOf({
    tool: textParameter,
    as: choiceParameter('form', 'json', 'schema'),
    args: textParameter,
    msg: textParameter,
  }),
  component: lazyScreen(() => import('../screens/server-tools/server-tools-screen.tsx'), 'ServerToolsScreen'),
});
