import { operation } from '../../operation.ts';
import { CreateEvalRunGroup, EvalRunGroupCreated } from './documents.ts';
import { EvalLaunchPreview, PreviewEvalLaunch } from './launch-preview.ts';
import { EvalRunGroupCasePage, ListEvalRunGroupCases } from './group-cases.ts';
import { EvalRunGroup, ReadEvalRunGroup } from './run-group.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const createEvalRunGroup = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-run-groups',
  headers: ['idempotencyKey', 'launcher', 'ci'],
  brake: 'launches',
  summary: 'Start a run of a suite for each of several targets, to compare them.',
  description:
    "The suite is frozen once for all of them, and together they take one of the organization's slots. Faults that show without connecting are refused before any run starts; " +
    'a target that then cannot be started is `failed`, also when every target fails. For 24 hours repeating the request with its key starts the missing runs; another request under the key is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  input: CreateEvalRunGroup,
  status: 202,
  reply: EvalRunGroupCreated,
  timeoutMs: 60_000,
});

export const previewEvalLaunch = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/launch-preview',
  safe: true,
  summary: 'See what a launch of a suite would do and cost at each target, and why it would be refused.',
  description:
    'Plans each target as a launch does and starts nothing; servers are not connected to, so an unreachable one is found by the launch alone. A refusal of the whole launch, such as targets of several kinds, is beside `targets`.',
  input: PreviewEvalLaunch,
  status: 200,
  reply: EvalLaunchPreview,
  bodyOptional: true,
  timeoutMs: 60_000,
});

export const getEvalRunGroup = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-run-groups/{runGroupId}',
  access: 'viewer',
  summary: 'Read the runs of a group, and how each arm differs from the first, or from another one.',
  description:
    "Trials of the same case with the same number are pairs. Success is compared by Newcombe's interval for paired proportions; cost, latency and tokens by the mean of their differences with Student's t.",
  input: ReadEvalRunGroup,
  status: 200,
  reply: EvalRunGroup,
  timeoutMs: 60_000,
});

export const listEvalRunGroupCases = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-run-groups/{runGroupId}/cases',
  access: 'viewer',
  summary: 'List the cases of a run group with their results in every run, and how each run differs from the base.',
  description:
    "In the order of the suite's cases. A case that runs on several models is one item for each of them: the first model of one run beside the first one of the others.",
  input: ListEvalRunGroupCases,
  status: 200,
  reply: EvalRunGroupCasePage,
  timeoutMs: 60_000,
});
