import type { Chain, EvalStage, FailureCategory, StageRow } from '@assay/contract/areas/analysis/decision-summary';
import { given } from '@assay/contract/given';
import { nextAction, type UnpassedTrial } from './next-action.ts';
import { EVAL_STAGES } from './stage-order.ts';

const chain = (
  failureCategory: FailureCategory | undefined,
  stage: EvalStage | undefined,
  row: Partial<StageRow> = {},
): Chain => ({
  status: 'verified',
  analyzerVersion: 1,
  ...given({ firstFailedStage: stage, failureCategory }),
  stages: EVAL_STAGES.map((each) => ({
    stage: each,
    state: each === stage ? 'failed' : 'passed',
    ...(each === stage && row),
  })),
});
const stuck = (of: Chain, more: Partial<UnpassedTrial> = {}): UnpassedTrial => ({
  chain: of,
  usesModel: true,
  blame: null,
  expectedTools: [],
  observedTools: [],
  ...more,
});

test.each<[string, UnpassedTrial, RegExp]>([
  [
    'authorizing a server that wants a grant',
    stuck(chain('setup', 'connection', { errorCode: 'OAUTH_REQUIRED' })),
    /^Authorize the server/,
  ],
  [
    'the doctor for a server that is away',
    stuck(chain('setup', 'connection', { errorCode: 'SERVER_UNREACHABLE', reasons: ['gone'] })),
    /doctor.*gone$/,
  ],
  [
    'the description of the tool that was passed over',
    stuck(chain('selection', 'selection'), { expectedTools: ['search'], observedTools: ['echo', 'echo'] }),
    /description of search.*expected, and echo was called instead\.$/,
  ],
  [
    'the description of a tool that nothing was called for',
    stuck(chain('selection', 'selection'), { expectedTools: ['search'] }),
    /no tool was called/,
  ],
  [
    'the case itself where no model chose',
    stuck(chain('selection', 'selection'), { usesModel: false }),
    /^Correct the steps or the assertions/,
  ],
  [
    'the schema of a tool that a model fills in wrongly',
    stuck(chain('arguments', 'call', { toolName: 'search' })),
    /parameters of search/,
  ],
  [
    'the arguments of a case that calls by itself',
    stuck(chain('arguments', 'call', { toolName: 'search' }), { usesModel: false }),
    /^Correct the arguments with which the case calls search/,
  ],
  [
    'the server behind a tool that fails',
    stuck(chain('serverData', 'response', { toolName: 'search', reasons: ['search: "locked"'] })),
    /why search answers so\. It broke on: search: "locked"/,
  ],
  [
    'the provider that failed, not the server',
    stuck(chain('evaluator', undefined), { blame: 'provider' }),
    /provider of the model answers/,
  ],
  [
    'another try of what was lost here',
    stuck(chain('evaluator', undefined), { blame: 'platform' }),
    /lost by this installation/,
  ],
  ['another try of what left no trace', stuck({ status: 'absent' }), /nothing was recorded/],
])('it proposes %s', (_, of, said) => expect(nextAction(of)).toMatch(said));
