import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import {
  choiceParameter,
  choicesParameter,
  flagParameter,
  numberParameter,
  textParameter,
  searchOf,
} from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** A run, with its tabs. */
export const runRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/runs/$runId',
  validateSearch: searchOf({
    tab: choiceParameter('cases', 'decision', 'insights', 'judge', 'configuration', 'exports'),
    outcome: choicesParameter('failed', 'passed', 'undecided', 'open'),
    stage: textParameter,
    assertion: textParameter,
    model: textParameter,
    q: textParameter,
    leftOut: flagParameter,
    sort: textParameter,
    sel: textParameter,
    k: numberParameter,
    rule: textParameter,
    waive: flagParameter,
    base: textParameter,
    only: choiceParameter('differences', 'all'),
    form: choiceParameter('summary', 'junit', 'otlp', 'json', 'yaml'),
  }),
  component: lazyScreen(() => import('../screens/run/run-screen.tsx'), 'RunScreen'),
});
