import { Type } from '../../type.ts';
import { operation } from '../../operation.ts';
import { NoInput, NoQuery } from '../../none.ts';
import { open } from '../../schema.ts';
import { CheckOAuthResult, DiagnoseAddress, DoctorReport, ValidateResult } from './documents.ts';
import {
  CreateLintSuppression,
  LintReport,
  LintServer,
  LintSuppression,
  LintSuppressionDeleted,
  LintSuppressions,
  SarifLog,
} from './lint.ts';

const servers =
  'A server that is switched off can be diagnosed too. A `stdio` server needs a runner that allows it: FEATURE_NOT_SUPPORTED.';
const common = { tag: 'Export', access: 'member', service: 'diagnostics' } as const;
/** For connecting and reading every page of every list. */
const READ_ALL_MS = 120_000;

export const checkOAuth = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/check-oauth',
  safe: true,
  tag: 'Server diagnostics',
  summary: 'Find out whether a server needs an OAuth grant.',
  description:
    'Opens no MCP session. The saved settings decide first: the authentication method, then an Authorization header, then `useOAuth`. If none of them decides, a server that publishes metadata of a protected resource (RFC 9728), or that answers a GET with 401, needs a grant; a server that cannot be reached, or that only a runner reaches, counts as asking for none. A server that is switched off can be checked too.',
  access: 'member',
  service: 'diagnostics',
  timeoutMs: 20_000,
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: CheckOAuthResult,
});

export const runDoctor = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/doctor',
  safe: true,
  tag: 'Server diagnostics',
  summary: 'Diagnose a server from the first connection to its lists.',
  description: `Answers with a report also when the server is down. A probe without the saved Authorization header comes first, because it shows whether the server asks for OAuth; if it does and no such header is saved, the diagnosis ends there. A list that a server does not declare is skipped and does not make the report \`partial\`. A check that has more to say than its status names the \`cause\`, explains it, and gives the next thing to try and the evidence. Where the address is wrong, at most two other addresses on the same origin are tried (\`mcp\`, \`sse\`, or the folder itself). Every step is bounded: connecting by 30 s or the server's \`timeout\` if that is longer, all lists together by 45 s. ${servers}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: 100_000,
  tool: true,
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: DoctorReport,
  reachesOut: true,
});

export const validateServer = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/validate',
  safe: true,
  tag: 'Server diagnostics',
  summary: 'Connect to a server and initialize a session.',
  description: `Failing to connect is an error, told apart by its code: SERVER_UNREACHABLE, TIMEOUT, OAUTH_REQUIRED, UNAUTHORIZED, FORBIDDEN; \`details\` says which step failed, \`details.cause\` why (a code of the doctor's checks) and \`details.nextStep\` what to try. Afterwards the server's lists are read in the background, for the history of its surface. ${servers}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: 45_000,
  tool: true,
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: ValidateResult,
  reachesOut: true,
});

export const lintServer = operation({
  ...common,
  tag: 'Server diagnostics',
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/lint',
  safe: true,
  summary: "Find faults in a server's declarations, without calling anything.",
  description:
    'Schemas, descriptions, names, annotations, sizes and pages, each by a rule with an id. A finding whose declaration can be put right by a small change has it as a `rewrite`. A rule to ignore that does not exist is a VALIDATION_ERROR. A server that is switched off can be linted too.',
  timeoutMs: READ_ALL_MS,
  input: LintServer,
  bodyOptional: true,
  status: 200,
  reply: Type.Union([LintReport, SarifLog]),
  alsoProduces: ['application/sarif+json'],
});

const suppressions = {
  tag: 'Server diagnostics',
  service: 'diagnostics',
  path: '/projects/{projectId}/servers/{serverId}/lint-suppressions',
} as const;

export const listLintSuppressions = operation({
  ...suppressions,
  method: 'GET',
  access: 'viewer',
  summary: 'List the findings of the linter that are suppressed on a server, and why.',
  description: 'The oldest first; a server has at most 500.',
  input: NoQuery,
  status: 200,
  reply: LintSuppressions,
});

export const createLintSuppression = operation({
  ...suppressions,
  method: 'POST',
  access: 'member',
  summary: 'Suppress findings of a rule, with the reason.',
  description:
    'Of a place, of an item, or of the whole server. A lint report leaves them out of its findings, counts them and lists them apart; SARIF marks them. A rule that does not exist is a VALIDATION_ERROR.',
  input: CreateLintSuppression,
  status: 201,
  reply: LintSuppression,
});

export const deleteLintSuppression = operation({
  ...suppressions,
  method: 'DELETE',
  path: `${suppressions.path}/{suppressionId}`,
  access: 'member',
  summary: 'Report suppressed findings again.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: LintSuppressionDeleted,
});

export const diagnoseAddress = operation({
  method: 'POST',
  path: '/projects/{projectId}/doctor',
  safe: true,
  tag: 'Server diagnostics',
  summary: 'Diagnose a server at an address, without saving it.',
  description:
    'The report of the doctor about a server that the project does not have, such as an entry of a registry before its install. No tool is called, and nothing is kept. The address is reached from the platform, under the same rules as saved servers.',
  access: 'member',
  service: 'diagnostics',
  timeoutMs: 100_000,
  input: DiagnoseAddress,
  status: 200,
  reply: DoctorReport,
  reachesOut: true,
});
