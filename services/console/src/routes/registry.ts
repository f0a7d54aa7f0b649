import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, flagParameter, textParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** Servers of registries, to be installed. */
export const registryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/registry',
  validateSearch: searchOf({
    q: textParameter,
    source: textParameter,
    reached: choiceParameter('address', 'command'),
    verified: flagParameter,
    deprecated: flagParameter,
    sel: textParameter,
  }),
  component: lazyScreen(() => import('../screens/registry/registry-screen.tsx'), 'RegistryScreen'),
});
