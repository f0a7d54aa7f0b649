import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { choiceParameter, flagParameter, textParameter, textsParameter, searchOf } from '../lib/search.ts';
import { projectRoute } from './root.ts';

/** A server, with its tabs. */
export const serverRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/servers/$serverId',
  validateSearch: searchOf({
    tab: choiceParameter(
      'doctor',
      'tools',
      'resources',
      'prompts',
      'lint',
      'drift',
      'readiness',
      'conformance',
      'access',
      'settings',
    ),
    stage: textParameter,
    from: textParameter,
    to: textParameter,
    q: textParameter,
    uri: textParameter,
    args: textParameter,
    pin: textsParameter,
    prompt: textParameter,
    as: textParameter,
    severity: textParameter,
    rule: textParameter,
    by: choiceParameter('tool', 'rule'),
    suppressed: flagParameter,
    sel: textParameter,
    run: textParameter,
    outcome: textsParameter,
    suite: textParameter,
    revision: textParameter,
    kind: choiceParameter('claude', 'openai'),
    result: textsParameter,
  }),
  component: lazyScreen(() => import('../screens/server/server-screen.tsx'), 'ServerScreen'),
});
