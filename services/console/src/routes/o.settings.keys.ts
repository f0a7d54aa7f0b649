import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { textParameter, searchOf } from '../lib/search.ts';
import { shellRoute } from './root.ts';

/** The API keys of an organization. */
export const settingsKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/o/$organizationId/settings/keys',
  validateSearch: searchOf({ q: textParameter, sel: textParameter }),
  component: lazyScreen(() => import('../screens/settings/keys-screen.tsx'), 'KeysScreen'),
});
