import type { Finding, FindingTarget } from '@assay/contract/areas/analysis/insights';
import type { FailureSignal } from './signal.ts';

type Reading = Pick<Finding, 'category' | 'attribution' | 'actionTarget' | 'actionability'>;

/** A kind of failure: its meaning, and the action against it. */
export interface FailurePattern extends Reading {
  slug: string;
  when(signal: FailureSignal, isMixed: boolean): boolean;
  /** The part of the server's declaration to look at; absent when the failure is not about a tool. */
  surface?: FindingTarget['surface'];
  title(tool: string, signal: FailureSignal): string;
  recommendation(tool: string): string;
  accepted(tool: string): string;
}

const environment = { category: 'environment', attribution: 'environment', actionTarget: 'environment' } as const;
const server = { actionTarget: 'mcp_server', actionability: 'ready' } as const;
const evalCase = {
  category: 'test_design',
  attribution: 'test_design',
  actionTarget: 'eval_case',
  actionability: 'ready',
} as const;
const agent = {
  category: 'agent_behavior',
  attribution: 'agent_or_prompt',
  actionTarget: 'agent_configuration',
  actionability: 'investigate',
} as const;

const lost = 'The same trials complete.';

/** The first match wins. `isMixed`: the same cases passed in other trials of the run, so the server can do it. */
export const failurePatterns: FailurePattern[] = [
  {
    slug: 'provider-failed',
    ...environment,
    actionability: 'informational',
    when: ({ blame }) => blame === 'provider',
    title: () => 'The provider of the model failed',
    recommendation: () => 'Run the affected cases again when the provider answers; they say nothing about the server.',
    accepted: () => lost,
  },
  {
    slug: 'cassette-missed',
    ...evalCase,
    when: ({ blame }) => blame === 'cassette',
    title: () => 'The cassette lacks calls that were made',
    recommendation: () => 'Record the cassette again, so that it answers these calls.',
    accepted: () => lost,
  },
  {
    slug: 'assertion-not-judged',
    ...evalCase,
    actionability: 'investigate',
    when: ({ category, blame, errorCode }) => category === 'evaluator' && blame === null && errorCode === undefined,
    title: () => 'An assertion could not be judged',
    recommendation: () => 'Fix the assertion, or capture the evidence that it needs.',
    accepted: () => 'Every gating assertion of the affected cases passes or fails.',
  },
  {
    slug: 'trial-lost',
    ...environment,
    actionability: 'informational',
    when: ({ category }) => category === 'evaluator',
    title: () => 'Trials were lost by this installation',
    recommendation: () => "Run the affected cases again, and look at the runners' logs when it happens again.",
    accepted: () => lost,
  },
  {
    slug: 'grant-missing',
    ...environment,
    actionability: 'ready',
    when: ({ category, errorCode }) =>
      category === 'setup' && ['OAUTH_REQUIRED', 'UNAUTHORIZED', 'FORBIDDEN'].includes(errorCode ?? ''),
    title: (_, { errorCode }) => `The server refuses the saved credentials (${errorCode})`,
    recommendation: () => 'Authorize the server again, or give the saved credentials the access it asks for.',
    accepted: () => "The doctor finds no fault with the server's authorization.",
  },
  {
    slug: 'not-connected',
    category: 'environment',
    attribution: 'server_runtime',
    actionTarget: 'mcp_server',
    actionability: 'investigate',
    when: ({ category }) => category === 'setup',
    title: (_, { errorCode }) => `The server cannot be connected to${errorCode ? ` (${errorCode})` : ''}`,
    recommendation: () =>
      'Run the doctor on the server: it says whether the address, the transport or the handshake fails.',
    accepted: () => 'Every trial connects.',
  },
  {
    slug: 'declaration-faulty',
    category: 'tool_contract',
    attribution: 'server_contract',
    ...server,
    surface: 'description',
    when: ({ category }) => category === 'metadata',
    title: () => 'What the server declares about its tools is faulty',
    recommendation: () => 'Correct the declarations that the reason names.',
    accepted: () => 'The same assertions on declarations pass.',
  },
  {
    slug: 'tool-unknown',
    category: 'capability_gap',
    attribution: 'server_capability',
    actionTarget: 'mcp_server',
    actionability: 'investigate',
    surface: 'capability',
    when: ({ category, quotesCall }) => category === 'selection' && quotesCall,
    title: (tool) => `${tool} is called and does not exist`,
    recommendation: (tool) =>
      `Offer a tool for what ${tool} is called for, or name the tool to use instead in the descriptions that mention it.`,
    accepted: (tool) => `No trial calls ${tool}, which does not exist.`,
  },
  {
    slug: 'case-contradicts-itself',
    ...evalCase,
    when: ({ category, usesModel }) => category === 'selection' && !usesModel,
    title: () => 'Steps and assertions of the case disagree about which tools are called',
    recommendation: () => 'Correct the steps or the assertions.',
    accepted: () => 'The case passes against a server that answers as expected.',
  },
  {
    slug: 'tool-chosen-sometimes',
    ...agent,
    surface: 'description',
    when: ({ category }, isMixed) => category === 'selection' && isMixed,
    title: (tool) => `${tool} is chosen in some trials and not in others`,
    recommendation: (tool) => `Make the description of ${tool} and the system prompt say clearly when to use it.`,
    accepted: (tool) => `Every trial of the affected cases chooses ${tool}.`,
  },
  {
    slug: 'tool-passed-over',
    category: 'tool_contract',
    attribution: 'server_contract',
    actionTarget: 'mcp_server',
    actionability: 'investigate',
    surface: 'description',
    when: ({ category }) => category === 'selection',
    title: (tool) => `${tool} is not chosen as expected`,
    recommendation: (tool) =>
      `Say in the description of ${tool} when it is the one to use, and how it differs from similar tools.`,
    accepted: (tool) => `The affected cases choose ${tool}.`,
  },
  {
    slug: 'case-arguments-refused',
    ...evalCase,
    surface: 'input_schema',
    when: ({ category, usesModel }) => category === 'arguments' && !usesModel,
    title: (tool) => `The case calls ${tool} with arguments that do not fit`,
    recommendation: (tool) => `Correct the arguments of the case, or the input schema of ${tool} if it is too strict.`,
    accepted: (tool) => `${tool} takes the arguments of the affected cases.`,
  },
  {
    slug: 'arguments-wrong',
    category: 'tool_contract',
    attribution: 'server_contract',
    ...server,
    surface: 'input_schema',
    when: ({ category }) => category === 'arguments',
    title: (tool) => `${tool} is called with wrong arguments`,
    recommendation: (tool) =>
      `Describe each parameter of ${tool}, and constrain it in the input schema (enums, formats, required).`,
    accepted: (tool) => `The affected cases call ${tool} with the expected arguments.`,
  },
  {
    slug: 'tool-fails',
    category: 'tool_runtime',
    attribution: 'server_runtime',
    ...server,
    surface: 'handler',
    when: ({ category, quotesCall }) => category === 'serverData' && quotesCall,
    title: (tool) => `${tool} fails`,
    recommendation: (tool) =>
      `Find the cause in the handler of ${tool}; if the call itself was wrong, say in the error how to fix it.`,
    accepted: (tool) => `${tool} answers the affected cases without an error.`,
  },
  {
    slug: 'result-unexpected',
    category: 'tool_runtime',
    attribution: 'server_runtime',
    actionTarget: 'mcp_server',
    actionability: 'investigate',
    surface: 'handler',
    when: ({ category }) => category === 'serverData',
    title: (tool) => `${tool} does not answer as expected`,
    recommendation: (tool) =>
      `Compare what ${tool} answered with what the assertion wants, and correct the one that is wrong.`,
    accepted: (tool) => `The assertions on the answer of ${tool} pass.`,
  },
  {
    slug: 'goal-missed',
    ...agent,
    when: ({ byJudge }) => byJudge,
    title: () => 'The judge does not find the goal reached',
    recommendation: () =>
      "Read the judge's reasons beside the conversations: change the prompts where it is right, its rubric where it is not.",
    accepted: () => 'The judge passes the affected cases.',
  },
  {
    slug: 'outcome-unexpected',
    ...evalCase,
    actionability: 'investigate',
    when: ({ usesModel }) => !usesModel,
    title: () => 'The result differs from what the case expects',
    recommendation: () => 'Read the results of the steps in the trace, and correct the case or the server.',
    accepted: () => 'The affected cases pass.',
  },
  {
    slug: 'reply-unexpected',
    ...agent,
    when: () => true,
    title: () => 'The reply is not what was asked for',
    recommendation: () =>
      'Read the conversations: where the tools answered well, the system prompt or the model is to be changed.',
    accepted: () => 'The assertions on the reply pass.',
  },
];
