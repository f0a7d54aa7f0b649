import type { DoctorCheck, InitInfo } from '@assay/contract/documents/diagnostics';
import type { Problem } from '@assay/contract/problem';
import type { Findings, ListName, Outcome } from './findings.ts';

/** A check and, where it failed, why. */
export type Judged = DoctorCheck & { problem?: Problem };
export type Checks = Record<'probe' | 'connection' | 'initialization' | 'capabilities' | ListName, Judged>;

const NAMES: Record<ListName, [one: string, many: string]> = {
  tools: ['tool', 'tools'],
  resources: ['resource', 'resources'],
  resourceTemplates: ['resource template', 'resource templates'],
  prompts: ['prompt', 'prompts'],
};

const ok = (detail: string): Judged => ({ status: 'ok', detail });
const skipped = (detail: string): Judged => ({ status: 'skipped', detail });
const failed = (problem: Problem): Judged => ({ status: 'error', detail: problem.message, problem });

/** The eight rows of the report. */
export function doctorChecks(findings: Findings): Checks {
  const { connection, lists } = findings;
  const info = connection && 'value' in connection ? connection.value : undefined;
  return {
    probe: probe(findings),
    connection: connection ? judged(connection, ({ transport }) => `Connected over ${transport}.`) : skipped('An OAuth grant has to come first.'),
    initialization: afterConnection(info, initialization),
    capabilities: afterConnection(info, capabilities),
    tools: list('tools', lists), resources: list('resources', lists),
    resourceTemplates: list('resourceTemplates', lists), prompts: list('prompts', lists),
  };
}

function probe({ probe: outcome, hasCredential }: Findings): Judged {
  if ('value' in outcome) return ok(`Answers over ${outcome.value.transport} in revision ${outcome.value.protocolVersion}.`);
  const { code } = outcome.problem;
  if (code === 'OAUTH_REQUIRED') return ok('Asks for an OAuth grant.');
  // Turning strangers away is what a server with credentials is there for.
  if (hasCredential && (code === 'UNAUTHORIZED' || code === 'FORBIDDEN')) return ok('Lets nobody in without credentials.');
  return failed(outcome.problem);
}

const initialization = ({ protocolVersion, serverInfo }: InitInfo) =>
  ok(`${serverInfo ? `${String(serverInfo['name'])} ${String(serverInfo['version'])}` : 'A server without a name'}, revision ${protocolVersion}.`);

const capabilities = ({ capabilities: declared }: InitInfo) => ok(Object.keys(declared).toSorted().join(', ') || 'None declared.');

function list(name: ListName, lists: Findings['lists']): Judged {
  if (!lists) return skipped('There is no connection.');
  const outcome: Outcome<unknown[]> | undefined = lists[name];
  const [one, many] = NAMES[name];
  if (!outcome) return skipped(`The server does not offer ${many}.`);
  // Templates have no capability of their own: a server with resources may well lack them.
  if (name === 'resourceTemplates' && 'problem' in outcome && outcome.problem.code === 'FEATURE_NOT_SUPPORTED') return skipped(`The server does not offer ${many}.`);
  return judged(outcome, ({ length }) => `${length} ${length === 1 ? one : many}.`);
}

const afterConnection = (info: InitInfo | undefined, judge: (info: InitInfo) => Judged) => (info ? judge(info) : skipped('There is no connection.'));

const judged = <T>(outcome: Outcome<T>, detail: (value: T) => string) => ('value' in outcome ? ok(detail(outcome.value)) : failed(outcome.problem));
