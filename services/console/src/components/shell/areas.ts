/** The areas of a project in the order of the rail; `g` and then `key` lead to one. */
export const areas = [
  { word: 'Overview', icon: 'overview', to: '/p/$projectId', key: 'o', exact: true },
  { word: 'Servers', icon: 'servers', to: '/p/$projectId/servers', key: 's', exact: false },
  { word: 'Suites', icon: 'suites', to: '/p/$projectId/suites', key: 'u', exact: false },
  { word: 'Runs', icon: 'run', to: '/p/$projectId/runs', key: 'r', exact: false },
] as const;
