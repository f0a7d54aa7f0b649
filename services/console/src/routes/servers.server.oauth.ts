import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The access to a server, step by step. */
export const serverOauthRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/servers/$serverId/oauth',
  validateSearch: searchOf({ as: textParameter, revision: textParameter, step: textParameter }),
  component: lazyRouteComponent(() => import('../screens/server-oauth/server-oauth-screen.tsx'), 'ServerOauthScreen'),
});
