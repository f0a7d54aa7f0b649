import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { PageFailure } from '../components/page/page-failure.tsx';
import { ProjectPages } from '../components/page/project-pages.tsx';
import { Shell } from '../components/shell/shell.tsx';
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx';

/** Every address. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: PageFailure,
});

/** The pages inside of the shell. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });

/** The pages of one project. */
export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/p/$projectId',
  component: ProjectPages,
});

/** The address of the installation. */
export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyScreen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
});
