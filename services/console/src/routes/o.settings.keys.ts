import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParameter, searchOf } from '../lib/search.ts';
import { shellRoute } from './root.ts';

/** The API keys of an organization. */
export const settingsKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/o/$organizationId/settings/keys',
  validateSearch: searchOf({ q: textParameter, sel: textParameter }),
  component: lazyRouteComponent(() => import('../screens/settings/keys-screen.tsx'), 'KeysScreen'),
});
