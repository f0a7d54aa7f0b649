import type { ReplyOf } from '../../data/operations.ts';

/** A saved server as its page reads it. */
export type ServerRead = ReplyOf<'getProjectServer'>;

/** The tabs of a server in their order. `tools` and `access` have addresses of their own. */
export const serverTabs = [
  ['doctor', 'Doctor'],
  ['tools', 'Tools'],
  ['resources', 'Resources'],
  ['prompts', 'Prompts'],
  ['lint', 'Lint'],
  ['drift', 'Drift'],
  ['readiness', 'Readiness'],
  ['conformance', 'Conformance'],
  ['access', 'Access and secrets'],
  ['settings', 'Settings'],
] as const;
export type ServerTabId = (typeof serverTabs)[number][0];

/** The properties that the page of a server gives to each of its tabs. */
export interface ServerTabProps {
  server: ServerRead;
}
