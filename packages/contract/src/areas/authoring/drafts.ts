import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, meant, oneOf, open, pageQuery } from '../../schema.ts';
import { CaseChecks, CaseModel } from '../cases/documents.ts';
import { EvalCaseSource } from '../cases/origin.ts';
import { DraftTrial } from './draft-trial.ts';
import { MatchOptions } from '../cases/match-options.ts';
import { EvalTestStep } from '../cases/step.ts';
import { Prose } from '../../text.ts';

export const AuthoringSource = oneOf(['markdown', 'generation', 'agent', 'import']);

const Pointer = Type.String({ description: 'A JSON Pointer into `case` of the draft.' });

/** An argument whose value was made up. */
export type GuessedArgument = Static<typeof GuessedArgument>;
export const GuessedArgument = open(
  {
    toolName: Type.String(),
    argument: Type.String({ description: "A property of the tool's input schema." }),
    value: Type.Unknown({ description: 'As it stands in the draft.' }),
    how: oneOf(['listed', 'pattern', 'type'], {
      description:
        'How it was made: `listed` took a value of such a name from a list tool of the server, `pattern` the shortest text that fits the pattern of the schema, `type` the smallest value of its type.',
    }),
    pointers: Type.Array(Pointer, { description: 'Each place of the value.' }),
  },
  { $id: 'EvalGuessedArgument' },
);

/** The kinds of doubt about a draft. */
export const draftIssueCodes = [
  'missing_expectation',
  'missing_prerequisite',
  'unclear_expectation',
  'unsupported_workflow',
  'unknown_tool',
  'invalid_arguments',
  'missing_evidence',
  'argument_guessed',
] as const;

/** A doubt about a draft. A blocking issue keeps the draft from being committed until a person resolves it. */
export type DraftIssue = Static<typeof DraftIssue>;
export const DraftIssue = open({
  code: oneOf([...draftIssueCodes]),
  message: Prose(2000, { minLength: 1 }),
  stepId: Type.Optional(Type.String()),
  blocking: Type.Boolean(),
  origin: oneOf(['model', 'validation']),
  guess: Type.Optional(GuessedArgument),
  resolution: Type.Optional(Prose(2000, { minLength: 10 })),
});

export const DraftDecision = oneOf(['kept', 'rejected'], {
  description: 'The decision of a person; absent before it. A rejected draft is never written.',
});

/** A proposed case that is not written yet. */
export type CaseDraft = Static<typeof CaseDraft>;
export const CaseDraft = open(
  {
    version: Type.Literal(1),
    draftId: Type.String({ minLength: 1 }),
    revision: Type.Integer({ minimum: 0 }),
    case: open({
      title: Type.String(),
      steps: Type.Array(meant(EvalTestStep), { description: 'Steps of a case; some may be incomplete.' }),
      expectedOutput: Type.Optional(Type.String()),
      isNegativeTest: Type.Boolean(),
      runs: Type.Integer({ minimum: 1, maximum: 10 }),
      models: Type.Array(CaseModel),
      scenario: Type.Optional(Type.String()),
      checks: Type.Optional(CaseChecks),
      matchOptions: Type.Optional(MatchOptions),
    }),
    source: Type.Optional(EvalCaseSource),
    issues: Type.Array(DraftIssue, { maxItems: 100 }),
    evidenceNotes: Type.Array(Prose(2000), { maxItems: 100 }),
    additions: Type.Array(open({ id: Type.String(), path: Type.String(), explanation: Type.String() }), {
      maxItems: 200,
      description: 'What the model added that the source does not say; a person has to accept it.',
    }),
    review: oneOf(['required', 'accepted']),
    decision: Type.Optional(DraftDecision),
    trial: Type.Optional(DraftTrial),
  },
  { $id: 'EvalCaseDraft' },
);

/** The input that drafts were made from. */
export type DraftOrigin = Static<typeof DraftOrigin>;
export const DraftOrigin = open(
  {
    kind: oneOf(['tools', 'document', 'session', 'recording'], {
      description: 'A `recording` is a recorded iteration or a call that another part of the product proposed.',
    }),
    servers: Type.Optional(Type.Array(Type.String(), { description: 'The names of the servers that were asked.' })),
    fileName: Type.Optional(Type.String()),
    sessionId: Type.Optional(Id),
  },
  { $id: 'EvalDraftOrigin' },
);

export const DraftCounts = open(
  {
    drafts: Type.Integer({ description: 'Not written; the sum of the next three.' }),
    open: Type.Integer({ description: 'Without a decision.' }),
    kept: Type.Integer(),
    rejected: Type.Integer(),
    doubtful: Type.Integer({ description: 'Of the open ones: something blocks them.' }),
  },
  { $id: 'EvalDraftCounts', description: 'Of a list: of all drafts of the suite, on its first page.' },
);

/** A value for a guessed argument, from a case that calls the tool with it. */
export type DraftChoice = Static<typeof DraftChoice>;
export const DraftChoice = open(
  {
    issue: Type.Integer({ description: 'The place of the guess in `issues`, from 0.' }),
    value: Type.Unknown(),
    seenIn: Type.Array(open({ caseId: Id, title: Type.String() }), { description: 'At most 3 cases.' }),
  },
  { $id: 'EvalDraftChoice' },
);

/** A draft of any job of a suite, with what helps to decide it. */
export type EvalCaseDraftEntry = Static<typeof EvalCaseDraftEntry>;
export const EvalCaseDraftEntry = open(
  {
    jobId: Id,
    source: AuthoringSource,
    origin: DraftOrigin,
    generationModel: Type.Optional(Type.String()),
    createdAt: EpochMs(),
    draft: CaseDraft,
    choices: Type.Array(DraftChoice, {
      description: "Values for guessed arguments that the suite's cases call the tool with, at most 5 for each guess.",
    }),
    nearest: Type.Optional(
      open(
        { caseId: Id, title: Type.String(), sharedWords: Type.Number({ description: 'From 0 to 1.' }) },
        { description: 'The case of the suite that shares most words with the draft, if at least 0.5 of them.' },
      ),
    ),
  },
  { $id: 'EvalCaseDraftEntry' },
);

export const EvalCaseDraftPage = open(
  {
    items: Type.Array(EvalCaseDraftEntry),
    nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
    counts: Type.Optional(DraftCounts),
  },
  { $id: 'EvalCaseDraftPage' },
);

export const ListEvalCaseDrafts = pageQuery('ListEvalCaseDrafts', 50, 200);
