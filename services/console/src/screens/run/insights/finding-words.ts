import type { ActionableFinding } from '@assay/sdk';

/** Where a finding is fixed, in words. */
export const FIX_IN: Record<ActionableFinding['actionTarget'], string> = {
  mcp_server: 'the server',
  eval_case: 'the case',
  agent_configuration: 'the client or the prompt',
  environment: 'the environment',
  investigate: 'to be found out',
};

/** Whether a finding is known, and since which run. */
export const knownText = ({ status, knownSince }: ActionableFinding): string =>
  status === 'new'
    ? 'new'
    : `${status === 'regressed' ? 'again, first' : 'since'} run ${knownSince?.runNumber ?? 'before'}`;

/** The meaning of each stage. */
export const STAGES: Record<string, { word: string; meaning: string }> = {
  connection: { word: 'Connection', meaning: 'the server is reached' },
  discovery: { word: 'Discovery', meaning: 'the tool is offered' },
  selection: { word: 'Selection', meaning: 'the model chooses it' },
  call: { word: 'Call', meaning: 'the arguments are right' },
  response: { word: 'Response', meaning: 'the answer is right' },
  userValue: { word: 'User value', meaning: 'the person has what was wanted' },
};
