import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** The access to a server, step by step. */
export const serverOauthRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/servers/$serverId/oauth',
  validateSearch: searchOf({ as: textParameter, revision: textParameter, step: textParameter }),
  component: lazyScreen(() => import('../screens/server-oauth/server-oauth-screen.tsx'), 'ServerOauthScreen'),
});
