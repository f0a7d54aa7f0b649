import {
  walkSteps,
  type ComparingAs,
  type OAuthWalk,
  type WalkingClient,
  type WalkStep,
  type WalkStepName,
} from '@assay/contract/areas/oauth-grants/walk';
import { judgeAuthorization, judgeFirstCall, judgeToken } from './grant-steps.ts';
import {
  judgeAuthorizationServer,
  judgeChallenge,
  judgeRegistration,
  judgeResourceMetadata,
  registrationOffer,
} from './metadata-steps.ts';
import type { StepJudge, Walker } from './step-judgement.ts';
import type { WalkEvidence } from './walk-evidence.ts';

interface StepRow {
  title: string;
  rule: WalkStep['rule'];
  judge: StepJudge;
}

const rfc = (number: number, section: string): WalkStep['rule'] => ({
  name: `RFC ${number}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});
const mcp = (name: string, page: string): WalkStep['rule'] => ({
  name,
  url: `https://modelcontextprotocol.io/specification/2025-11-25/${page}`,
});

const ROWS: Record<WalkStepName, StepRow> = {
  challenge: { title: 'Challenge', rule: rfc(6750, '3'), judge: judgeChallenge },
  'resource-metadata': { title: 'Resource metadata', rule: rfc(9728, '3.3'), judge: judgeResourceMetadata },
  'authorization-server': { title: 'Authorization server', rule: rfc(8414, '3.3'), judge: judgeAuthorizationServer },
  registration: { title: 'Registration', rule: rfc(7591, '3'), judge: judgeRegistration },
  authorization: {
    title: 'Authorization',
    rule: mcp('OAuth 2.1', 'basic/authorization#authorization-flow-steps'),
    judge: judgeAuthorization,
  },
  token: { title: 'Token', rule: rfc(8707, '2'), judge: judgeToken },
  'first-call': { title: 'First call', rule: mcp('MCP', 'basic/lifecycle'), judge: judgeFirstCall },
};

/** Clients that are known to compare in each way: see `resourceFault` of the MCP client. */
const PRODUCTS: Record<ComparingAs, string[]> = {
  exact: ['VS Code', 'Gemini CLI'],
  parent: ['Assay', 'TypeScript SDK', 'Python SDK'],
  none: [],
};

/** The seven steps, judged for one client. Behind a step that fails, the others are pending. */
export function judgeSteps(seen: WalkEvidence, walker: Walker): WalkStep[] {
  let isOver = false;
  return walkSteps.map((name, index) => {
    const { title, rule, judge } = ROWS[name];
    const judgement = isOver ? notReached(name, seen, walker) : judge(seen, walker);
    if (judgement.status === 'failed') isOver = true;
    return { step: index + 1, name, title, rule, exchanges: [], ...judgement };
  });
}

const notReached = (name: WalkStepName, seen: WalkEvidence, walker: Walker) =>
  name === 'registration' ? registrationOffer(seen, walker) : ({ status: 'pending', found: 'not begun' } as const);

/** How clients of each way of comparing fare in the steps before a person signs in. */
export const judgeClients = (seen: WalkEvidence, { revision }: Pick<Walker, 'revision'>): WalkingClient[] =>
  (['exact', 'parent', 'none'] as const).map((as) => {
    const failed = judgeSteps(seen, { as, revision }).find(({ step, status }) => status === 'failed' && step <= 4);
    return {
      as,
      products: PRODUCTS[as],
      outcome: failed ? 'ends' : 'continues',
      ...(failed && { endsAt: failed.step }),
    };
  });

/** The status of a walk, from its steps. */
export function walkStatus(steps: WalkStep[], seen: WalkEvidence): Pick<OAuthWalk, 'status' | 'failedStep'> {
  const failed = steps.find(({ status }) => status === 'failed');
  const status = !failed ? (seen.grant ? 'signed_in' : 'sign_in') : failed.name === 'token' ? 'lost' : 'refused';
  return { status, failedStep: failed?.step ?? null };
}
