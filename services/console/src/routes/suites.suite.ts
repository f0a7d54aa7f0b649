import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, flagParameter, textParameter, textsParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** A suite, with its tabs. */
export const suiteRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/suites/$suiteId',
  validateSearch: searchOf({
    tab: choiceParameter('cases', 'runs', 'drafts', 'environments', 'schedule', 'judge', 'revisions', 'file'),
    q: textParameter,
    outcome: textsParameter,
    flaky: flagParameter,
    tool: textParameter,
    sort: textParameter,
    sel: textParameter,
    doubts: flagParameter,
    source: textParameter,
    base: textParameter,
    rev: textParameter,
    restore: textParameter,
    show: choiceParameter('faults', 'whole', 'difference'),
    fault: textParameter,
  }),
  component: lazyScreen(() => import('../screens/suite/suite-screen.tsx'), 'SuiteScreen'),
});
