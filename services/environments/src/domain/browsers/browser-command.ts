import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import type { EffectivePolicy } from '@assay/contract/areas/browsers/policy';
import { MASK } from '@assay/contract/areas/servers/secret-values';
import { faultProblem, type Fault } from '@assay/contract/fault';
import { forbidden } from '@assay/contract/problem';

type Act = Extract<BrowserAgentCommand, { op: 'act' }>;
type Verb = Act['verb'];

/** The fields that a verb needs. */
const NEEDS: Record<Verb, readonly ('target' | 'to' | 'text' | 'key' | 'values' | 'tabId')[]> = {
  click: ['target'],
  type: ['target', 'text'],
  press: ['key'],
  scroll: [],
  hover: ['target'],
  drag: ['target', 'to'],
  select: ['target', 'values'],
  close_tab: ['tabId'],
  activate_tab: ['tabId'],
  accept_dialog: [],
  dismiss_dialog: [],
};

/** The verbs of a browser that only reads: they change what is shown, and not what a page is told. */
const READING = new Set<Verb>(['scroll', 'hover', 'close_tab', 'activate_tab', 'dismiss_dialog']);

/** Refuses what the schema of a command cannot express. @throws VALIDATION_ERROR that names the field. */
export function assertCommand(command: BrowserAgentCommand, tabId: string | undefined): void {
  const fault = faultOf(command, tabId);
  if (fault) throw faultProblem(fault);
}

function faultOf(command: BrowserAgentCommand, tabId: string | undefined): Fault | undefined {
  if (command.op === 'navigate') return webFaultOf(command.url);
  if (command.op !== 'act') return undefined;
  const missing = NEEDS[command.verb].find((field) => (field === 'tabId' ? tabId : command[field]) === undefined);
  if (missing !== undefined)
    return {
      path: missing === 'tabId' ? '/tabId' : `/command/${missing}`,
      message: `is needed for the verb ${command.verb}`,
    };
  for (const place of ['target', 'to'] as const) {
    const { x, y } = command[place] ?? {};
    if ((x === undefined) !== (y === undefined))
      return { path: `/command/${place}/${x === undefined ? 'x' : 'y'}`, message: 'is needed for a point' };
  }
  return undefined;
}

function webFaultOf(url: string): Fault | undefined {
  const { protocol } = URL.parse(url) ?? {};
  return protocol === 'http:' || protocol === 'https:'
    ? undefined
    : { path: '/command/url', message: 'must be an absolute http or https address' };
}

/** @throws FORBIDDEN for a command that the policy does not allow. */
export function assertAllowed(command: BrowserAgentCommand, policy: EffectivePolicy): void {
  if (command.op === 'act' && policy.mode === 'read_only' && !READING.has(command.verb))
    throw forbidden(`The browser only reads: the verb ${command.verb} is refused.`, {
      verb: command.verb,
      mode: policy.mode,
    });
  const isScreenshot =
    (command.op === 'observe' && command.mode === 'screenshot') ||
    (command.op !== 'observe' && command.observeAfter === 'screenshot');
  if (isScreenshot && !policy.screenshots)
    throw forbidden('The policy of the browser allows no screenshots.', { field: '/policy/screenshots' });
}

/** The texts of a command that must not be stored. */
export const secretsOfCommand = (command: BrowserAgentCommand): string[] =>
  command.op === 'act' && command.secret === true && command.text !== undefined ? [command.text] : [];

/** A command as its entry shows it. */
export const shownCommand = (command: BrowserAgentCommand): BrowserAgentCommand =>
  secretsOfCommand(command).length > 0 ? { ...(command as Act), text: MASK } : command;
