import type { Chain, FailureCategory, StageRow } from '@assay/contract/areas/analysis/decision-summary';
import { listFirst } from '../quote.ts';

/** The facts of an iteration that did not pass, for choosing the next action. */
export interface UnpassedTrial {
  chain: Chain;
  /** Whether a model chose the calls. */
  usesModel: boolean;
  /** The party to blame when the iteration did not complete. */
  blame: string | null;
  expectedTools: readonly string[];
  observedTools: readonly string[];
}

interface Clue extends UnpassedTrial {
  row: StageRow | undefined;
  tool: string;
}

const because = ({ row }: Clue): string => (row?.reasons ? ` It broke on: ${row.reasons[0]!}` : '');

/** The next action for a failed connection, by its error code. */
const CONNECT: Record<string, string> = {
  OAUTH_REQUIRED: 'Authorize the server with an OAuth grant, then run the case again.',
  UNAUTHORIZED: 'Replace the saved credentials of the server, which it does not accept, then run the case again.',
  FORBIDDEN: 'Give the saved credentials the access that the server asks for, then run the case again.',
};

const chosen = (observed: readonly string[]): string =>
  observed.length > 0 ? `${listFirst([...new Set(observed)], String)} was called instead` : 'no tool was called';

const actions: Record<FailureCategory, (clue: Clue) => string> = {
  setup: (clue) =>
    CONNECT[clue.row?.errorCode ?? ''] ??
    `Run the doctor on the server and check that it is up and can be reached from the runner.${because(clue)}`,
  metadata: (clue) => `Correct what the server declares about its tools.${because(clue)}`,
  selection: (clue) => {
    const { usesModel, expectedTools, observedTools } = clue;
    if (!usesModel)
      return `Correct the steps or the assertions of the case: they disagree about which tools are called.${because(clue)}`;
    const missed = expectedTools.find((name) => !observedTools.includes(name));
    if (missed)
      return `Say in the description of ${missed} when it is the tool to use: it was expected, and ${chosen(observedTools)}.`;
    return `Tell the tools apart in their descriptions, or say in the system prompt when none is to be called.${because(clue)}`;
  },
  arguments: (clue) =>
    clue.usesModel
      ? `Describe the parameters of ${clue.tool} and constrain them in its input schema, so that a model fills them in as meant.${because(clue)}`
      : `Correct the arguments with which the case calls ${clue.tool}, or the input schema that refuses them.${because(clue)}`,
  serverData: (clue) => `Find out in the server why ${clue.tool} answers so.${because(clue)}`,
  userValue: (clue) =>
    clue.usesModel
      ? `Read the conversation in the trace: the tools did their part, the reply did not.${because(clue)}`
      : `Read the results of the steps in the trace.${because(clue)}`,
  evaluator: (clue) => {
    if (clue.blame === 'provider')
      return `Run the case again when the provider of the model answers: this trial says nothing about the server.${because(clue)}`;
    if (clue.blame === 'cassette') return 'Record the cassette again: it has no answer to a call of this trial.';
    if (clue.row === undefined)
      return 'Run the case again: the trial was lost by this installation and says nothing about the server.';
    return `Fix the assertion, or capture its evidence: it could not be judged.${because(clue)}`;
  },
};

/** One or two sentences on the next action for an iteration that did not pass. */
export function nextAction(stuck: UnpassedTrial): string {
  const { chain } = stuck;
  if (chain.status !== 'verified') return 'Run the case again: nothing was recorded of this trial.';
  const row = decisiveRow(chain);
  const tool = row?.toolName ?? 'the tool';
  return chain.failureCategory
    ? actions[chain.failureCategory]({ ...stuck, row, tool })
    : 'Read what the judge says of this trial, and the conversation in the trace: every assertion held, the goal was not reached.';
}

/** The row that explains why an iteration failed: the first failed row, or the first row with an evaluator error. */
export const decisiveRow = (chain: Chain): StageRow | undefined =>
  chain.status === 'verified'
    ? chain.stages.find(({ stage, reasons }) =>
        chain.firstFailedStage ? stage === chain.firstFailedStage : reasons !== undefined,
      )
    : undefined;
