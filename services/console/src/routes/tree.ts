import { createRouter } from '@tanstack/react-router';
import { basePath } from '../lib/base-path.ts';
import { parseSearch, writeSearch } from '../lib/search.ts';
import { overviewRoute } from './overview.ts';
import { startRoute } from './start.ts';
import { serversRoute } from './servers.ts';
import { serverRoute } from './servers.server.ts';
import { serverToolsRoute } from './servers.server.tools.ts';
import { serverOauthRoute } from './servers.server.oauth.ts';
import { labRoute } from './servers.server.lab.ts';
import { registryRoute } from './registry.ts';
import { suitesRoute } from './suites.ts';
import { suiteImportRoute } from './suites.import.ts';
import { suiteRoute } from './suites.suite.ts';
import { caseRoute } from './suites.suite.cases.case.ts';
import { launchRoute } from './suites.suite.launch.ts';
import { runsRoute } from './runs.ts';
import { runRoute } from './runs.run.ts';
import { iterationRoute } from './runs.run.iteration.ts';
import { compareRoute } from './runs.run.compare.ts';
import { groupRoute } from './groups.group.ts';
import { settingsKeysRoute } from './o.settings.keys.ts';
import { byIdRoute } from './by-id.ts';
import { componentsRoute } from './dev.components.ts';
import { homeRoute, projectRoute, rootRoute, shellRoute } from './root.ts';

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    settingsKeysRoute,
    componentsRoute,
    projectRoute.addChildren([
      overviewRoute,
      startRoute,
      serversRoute,
      serverRoute,
      serverToolsRoute,
      serverOauthRoute,
      labRoute,
      registryRoute,
      suitesRoute,
      suiteImportRoute,
      suiteRoute.addChildren([launchRoute]),
      caseRoute,
      runsRoute,
      runRoute,
      iterationRoute,
      compareRoute,
      groupRoute,
    ]),
  ]),
  byIdRoute,
]);

/** The addresses of the console. */
export const router = createRouter({
  routeTree,
  basepath: basePath === '' ? '/' : basePath,
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
