import { stateOf } from './server-state.ts';

test.each([
  ['a report without a remark', 'ready', undefined, 'well'],
  ['a report with a remark', 'ready', 'slow', 'look'],
  ['a report with a list that failed', 'partial', 'rpc_error', 'look'],
  ['a server that asks for a sign-in', 'oauth_required', 'oauth_required', 'unusable'],
  ['a server that is down', 'error', 'connection_refused', 'unusable'],
] as const)('stateOf decides on %s', (_, status, cause, state) => expect(stateOf(status, cause)).toBe(state));
