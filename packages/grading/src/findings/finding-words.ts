import type { Finding } from '@assay/contract/areas/analysis/insights';

/** The signal that sessions of a finding share. */
export interface FoundSignal {
  dimension: string;
  /** The error class of a tool error, the kind of a dead end, how a goal was missed; empty otherwise. */
  detail: string;
  subject: { kind: string; id: string; label: string };
}

/** The meaning of a finding, in words. */
type FindingWords = Pick<Finding, 'category' | 'attribution' | 'actionTarget' | 'actionability' | 'recommendation'> & {
  slug: string;
  title: string;
  accepted: string;
};

const agent = {
  category: 'agent_behavior',
  attribution: 'agent_or_prompt',
  actionTarget: 'agent_configuration',
  actionability: 'investigate',
} as const;
const server = {
  category: 'tool_runtime',
  attribution: 'server_runtime',
  actionTarget: 'mcp_server',
  actionability: 'investigate',
} as const;
const unknown = {
  category: 'unknown',
  attribution: 'unknown',
  actionTarget: 'investigate',
  actionability: 'investigate',
} as const;

const ERRORS: Record<string, (label: string) => Omit<FindingWords, 'slug'>> = {
  setup: (label) => ({
    ...server,
    category: 'environment',
    title: `${label} cannot be reached`,
    recommendation: 'Run the doctor on the server, and authorize it again where it refuses the credentials.',
    accepted: `Every call of ${label} reaches its server.`,
  }),
  selection: (label) => ({
    category: 'capability_gap',
    attribution: 'server_capability',
    actionTarget: 'mcp_server',
    actionability: 'investigate',
    title: `${label} are called and do not exist`,
    recommendation: 'Offer a tool for what they are called for, or say in the system prompt that there is none.',
    accepted: 'No session calls a tool that does not exist.',
  }),
  arguments: (label) => ({
    category: 'tool_contract',
    attribution: 'server_contract',
    actionTarget: 'mcp_server',
    actionability: 'ready',
    title: `${label} is called with arguments that it refuses`,
    recommendation: `Make the input schema and the description of ${label} say what it takes.`,
    accepted: `${label} takes the arguments that it is called with.`,
  }),
};

const WORDS: Record<string, (label: string, detail: string) => Omit<FindingWords, 'slug'>> = {
  toolError: (label, detail) =>
    ERRORS[detail]?.(label) ?? {
      ...server,
      title: `${label} fails`,
      recommendation: `Correct what makes ${label} fail, or have its error say what to do instead.`,
      accepted: `${label} answers in the same situation.`,
    },
  deadEnd: (label, detail) => ({
    ...(detail === 'toolError' ? server : agent),
    title: {
      error: 'Turns fail',
      cutShort: 'Turns are cut short before the answer',
      noAnswer: 'Turns end without an answer',
      toolError: `${label} fails as the last call of a turn`,
    }[detail]!,
    recommendation: {
      error: 'Read the errors of the turns in their traces.',
      cutShort: 'Give turns more steps or tokens, or make the tools answer with less.',
      noAnswer: 'Have the system prompt ask for an answer in words.',
      toolError: `Have the error of ${label} say what to do instead, so that the model can go on.`,
    }[detail]!,
    accepted: 'The same questions get an answer.',
  }),
  repeatedCall: (label) => ({
    ...agent,
    title: `${label} is called again with the same arguments`,
    recommendation: `Make the result of ${label} say that it is complete, or what differs when it is called again.`,
    accepted: `No turn repeats a call of ${label}.`,
  }),
  declinedApproval: (label) => ({
    ...agent,
    title: `Visitors decline calls of ${label}`,
    recommendation: `Look at what ${label} was called for, and make the model ask for less.`,
    accepted: `Visitors approve calls of ${label}.`,
  }),
  negativeFeedback: (label) => ({
    ...unknown,
    title: `Visitors are dissatisfied with ${label}`,
    recommendation: 'Read the comments and the turns that they are about.',
    accepted: 'Such turns get better feedback.',
  }),
  toolConfusion: (label) => ({
    category: 'tool_contract',
    attribution: 'server_contract',
    actionTarget: 'mcp_server',
    actionability: 'ready',
    title: `${label} are confused`,
    recommendation: `Have the names and descriptions of ${label} say when each of them is the right one.`,
    accepted: `No session calls one of ${label} in place of the other.`,
  }),
  goalMissed: (label, detail) => ({
    ...unknown,
    title:
      detail === 'turnLimit'
        ? `the journey "${label}" reaches its turn limit before its goal`
        : `personas give up the journey "${label}"`,
    recommendation: 'Read the last turns of these sessions.',
    accepted: 'Personas reach the goal within their turns.',
  }),
  criterionUnmet: (label) => ({
    ...unknown,
    title: `the criterion "${label}" is not met`,
    recommendation: 'Read the reasons of the criterion, and the turns that they are about.',
    accepted: `Sessions meet the criterion "${label}".`,
  }),
  abandonment: (label) => ({
    ...unknown,
    title: `Visitors leave after trouble with ${label}`,
    recommendation: 'Read the last turns of these sessions.',
    accepted: 'Visitors get an answer before they leave.',
  }),
};

/** The meaning of a finding about a signal, and the action against it. */
export const wordsOf = ({ dimension, detail, subject }: FoundSignal): FindingWords => {
  const { title, ...told } = WORDS[dimension]!(subject.label, detail);
  return {
    ...told,
    slug: [dimension, detail].filter(Boolean).join('-'),
    title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
  };
};
