import type { Chain, FailureCategory, EvalStage } from '@assay/contract/areas/analysis/decision-summary';
import { given } from '@assay/contract/given';
import { EVAL_STAGES } from '../stages/stage-order.ts';
import { findPatterns, type PassedTrial } from './find.ts';
import type { FailingTrial } from './signal.ts';

const chain = (stage: EvalStage, failureCategory: FailureCategory, reason: string, toolName?: string): Chain => ({
  status: 'verified',
  analyzerVersion: 1,
  firstFailedStage: stage,
  failureCategory,
  stages: EVAL_STAGES.map((each) =>
    each === stage
      ? { stage, state: 'failed', reasons: [reason], ...given({ toolName }) }
      : { stage: each, state: 'passed' },
  ),
});
let trials = 0;
const failing = (of: Chain | null, more: Partial<FailingTrial> = {}): FailingTrial => ({
  id: `iter_${++trials}`,
  caseId: `case_${trials}`,
  title: `Case ${trials}`,
  model: 'scripted/rules',
  blame: null,
  errorCode: null,
  errorMessage: null,
  chain: of,
  expectedTools: [],
  observedTools: [],
  ...more,
});
const foundIn = (trialsOfRun: FailingTrial[], attempted = 10, contrasts: PassedTrial[] = []) =>
  findPatterns({ failing: trialsOfRun, contrasts, attempted });
const locked = (n: number) =>
  failing(chain('response', 'serverData', `search failed: row ${n} of "t${n}" is locked`, 'search'));

test('trials with the same failure are one finding, and the most frequent comes first', () => {
  const { found } = foundIn([failing(chain('userValue', 'userValue', 'no gold')), locked(1), locked(2), locked(3)]);
  expect(found.map(({ finding }) => [finding.patternSlug, finding.title, finding.affected.count])).toEqual([
    ['tool-fails', 'search fails', 3],
    ['reply-unexpected', 'The reply is not what was asked for', 1],
  ]);
  expect(found[0]!.finding).toMatchObject({
    id: expect.stringMatching(/^rf_[0-9a-f]{16}$/),
    category: 'tool_runtime',
    attribution: 'server_runtime',
    actionTarget: 'mcp_server',
    actionability: 'ready',
    severity: 'medium',
    confidence: 'medium',
    affected: { count: 3, total: 10, unit: 'iterations' },
    acceptanceCriteria: ['search answers the affected cases without an error.'],
    evidence: [{ kind: 'tool_error', toolName: 'search' }, {}, {}],
  });
});

test('the same signal has the same id in every run, and another tool has another id', () => {
  const id = (of: FailingTrial) => foundIn([of]).found[0]!.finding.id;
  expect(id(locked(1))).toBe(id(locked(77)));
  expect(id(locked(1))).not.toBe(
    id(failing(chain('response', 'serverData', 'find failed: row 1 of "t1" is locked', 'find'))),
  );
});

test.each<[string, FailingTrial, string, string]>([
  [
    'a refused grant',
    failing(chain('connection', 'setup', 'OAUTH_REQUIRED: no'), { errorCode: 'OAUTH_REQUIRED' }),
    'grant-missing',
    'environment',
  ],
  [
    'a server that is away',
    failing(chain('connection', 'setup', 'SERVER_UNREACHABLE: gone'), { errorCode: 'SERVER_UNREACHABLE' }),
    'not-connected',
    'mcp_server',
  ],
  ['a faulty declaration', failing(chain('discovery', 'metadata', '1 of 2 tools')), 'declaration-faulty', 'mcp_server'],
  [
    'a tool that does not exist',
    failing(chain('selection', 'selection', 'nope failed: Tool nope not found', 'nope')),
    'tool-unknown',
    'mcp_server',
  ],
  [
    'a tool passed over',
    failing(chain('selection', 'selection', 'search was not called', 'search')),
    'tool-passed-over',
    'mcp_server',
  ],
  [
    'steps at odds with assertions',
    failing(chain('selection', 'selection', 'x'), { model: null }),
    'case-contradicts-itself',
    'eval_case',
  ],
  ['arguments a model made up', failing(chain('call', 'arguments', 'x', 'search')), 'arguments-wrong', 'mcp_server'],
  [
    'arguments the case has wrong',
    failing(chain('call', 'arguments', 'x', 'search'), { model: null }),
    'case-arguments-refused',
    'eval_case',
  ],
  [
    'a result that is not the expected one',
    failing(chain('response', 'serverData', 'None of 1 results', 'search')),
    'result-unexpected',
    'mcp_server',
  ],
  [
    'a reply that is not the expected one',
    failing(chain('userValue', 'userValue', 'x')),
    'reply-unexpected',
    'agent_configuration',
  ],
  [
    'a goal the judge did not see reached',
    failing({
      status: 'verified',
      analyzerVersion: 1,
      stages: EVAL_STAGES.map((stage) => ({ stage, state: 'passed' as const })),
    }),
    'goal-missed',
    'agent_configuration',
  ],
  [
    'a provider that failed',
    failing(null, { blame: 'provider', errorCode: 'RATE_LIMITED' }),
    'provider-failed',
    'environment',
  ],
  [
    'a trial that was lost',
    failing(null, { blame: 'platform', errorCode: 'RUNNER_LOST' }),
    'trial-lost',
    'environment',
  ],
  [
    'a call the cassette lacks',
    failing(null, { blame: 'cassette', errorCode: 'CASSETTE_MISS' }),
    'cassette-missed',
    'eval_case',
  ],
])('%s is classified', (_, of, slug, actionTarget) =>
  expect(foundIn([of]).found[0]!.finding).toMatchObject({ patternSlug: slug, actionTarget }),
);

test('a passed trial of a failing case shows that the server can do it, and is evidence', () => {
  const missed = failing(chain('selection', 'selection', 'search was not called', 'search'), { caseId: 'c' });
  const {
    found: [only],
  } = foundIn([missed], 10, [
    { id: 'iter_ok', caseId: 'c', model: 'scripted/rules', observedTools: ['search', 'search'] },
  ]);
  expect(only!.finding).toMatchObject({ patternSlug: 'tool-chosen-sometimes', attribution: 'agent_or_prompt' });
  expect(only!.finding.evidence.at(-1)).toEqual({
    kind: 'contrast',
    iterationId: 'iter_ok',
    excerpt: 'Another trial of the same case passed with scripted/rules, after calling search.',
  });
});

test('evaluator errors have the severity info, and half of all trials is high', () => {
  expect(
    foundIn(Array.from({ length: 9 }, () => failing(null, { blame: 'provider', errorCode: 'RATE_LIMITED' }))).found[0]!
      .finding.severity,
  ).toBe('info');
  expect(foundIn([1, 2, 3, 4, 5].map(locked)).found[0]!.finding).toMatchObject({
    severity: 'high',
    confidence: 'high',
  });
  expect(foundIn([locked(1)], 100).found[0]!.finding).toMatchObject({ severity: 'low', confidence: 'low' });
});

test('evidence is masked, clipped, limited, and from several cases if possible', () => {
  const secret = failing(
    chain('response', 'serverData', `search failed: token=hunter2 ${'x'.repeat(2_000)}`, 'search'),
    { caseId: 'other' },
  );
  const same = Array.from({ length: 20 }, () => ({ ...secret, id: `iter_${++trials}`, caseId: 'same' }));
  const {
    found: [only],
    omittedEvidence,
  } = foundIn([...same, secret], 100);
  const { evidence, observed } = only!.finding;
  expect(evidence.map(({ excerpt }) => excerpt.length <= 301)).toEqual([true, true, true, true, true]);
  expect(evidence[1]!.iterationId).toBe(secret.id);
  expect(JSON.stringify([evidence, observed])).not.toContain('hunter2');
  expect(omittedEvidence).toBe(16);
});

test('findings beyond the limit are counted and not listed', () => {
  const words = Array.from({ length: 60 }, (_, i) => String.fromCharCode(97 + (i % 26)).repeat(1 + Math.floor(i / 26)));
  const { found, omittedFindings } = foundIn(
    words.map((word) => failing(chain('response', 'serverData', `search failed: ${word}`, 'search'))),
  );
  expect([found.length, omittedFindings]).toEqual([50, 10]);
});
