import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, oneOf, open } from '../../schema.ts';

/** A page of the console that shows why, or where something can be done. */
export type ConsolePage = Static<typeof ConsolePage>;
export const ConsolePage = open(
  {
    kind: oneOf(['run', 'runDecision', 'server', 'serverDrift', 'suite', 'suiteDrafts', 'suiteSchedule']),
    id: Id,
    path: Type.String({ description: "The page's path, below the address of the installation." }),
  },
  { $id: 'ConsolePage' },
);

export const AttentionKind = oneOf(
  [
    'suiteFails',
    'serverChanged',
    'serverUnusable',
    'suiteUndecided',
    'scheduleWithoutVerdict',
    'draftsWait',
    'waiverEnds',
    'budgetNearlySpent',
  ],
  { description: 'Why it needs a person.' },
);

export const AttentionOutcome = oneOf(['passed', 'failed', 'warning', 'notEstablished', 'note']);

/** Something in a project that needs a person. */
export type AttentionItem = Static<typeof AttentionItem>;
export const AttentionItem = open(
  {
    id: Type.String({
      description: 'Also says its state: when that changes, it is another item, and is not dismissed any more.',
    }),
    kind: AttentionKind,
    outcome: AttentionOutcome,
    subject: open({ kind: oneOf(['suite', 'server', 'budget']), id: Id, name: Type.String() }),
    sentence: Type.String({ description: 'What it is. Plain text, in which the name of the subject stands.' }),
    because: Type.String({
      description:
        'Why, in plain text in which words of servers and providers may stand; empty where nothing is to add.',
    }),
    at: EpochMs('Since when; of a waiver, its end.'),
    action: Type.Optional(
      open(
        { label: Type.String(), page: ConsolePage },
        { description: 'What to do about it; absent of most budgets.' },
      ),
    ),
  },
  { $id: 'AttentionItem' },
);

const total = { total: Type.Integer() };

/** The objects of a project, counted. */
export type ProjectCounts = Static<typeof ProjectCounts>;
export const ProjectCounts = open(
  {
    servers: open({ ...total, unusable: Type.Integer({ description: 'By their last diagnosis.' }) }),
    suites: open({
      ...total,
      failing: Type.Integer({ description: 'By the verdicts of their latest runs.' }),
      undecided: Type.Integer({ description: 'Their latest run has no verdict, or an inconclusive one.' }),
    }),
    runs: open({
      ...total,
      isAtLeast: Type.Boolean({ description: 'There are more than `total`, which are not counted.' }),
      underWay: Type.Integer(),
    }),
    drafts: open({ ...total, doubtful: Type.Integer() }, { description: 'Drafts that wait for a decision.' }),
  },
  { $id: 'ProjectCounts' },
);

/** Everything in a project that needs a person, with its counts. */
export type ProjectAttention = Static<typeof ProjectAttention>;
export const ProjectAttention = open(
  {
    outcome: AttentionOutcome,
    sentence: Type.String({ description: 'How the project is, in one sentence. Plain text.' }),
    because: Type.String({ description: 'Why, in plain text; empty where nothing is to add.' }),
    counts: ProjectCounts,
    items: Type.Array(AttentionItem, { description: 'The worst first, and of one kind the newest; at most 100.' }),
    dismissed: Type.Integer({ description: 'Items that are left out because a person dismissed them.' }),
    unavailable: Type.Array(Type.String(), {
      description: 'Services that did not answer: the items and counts that they know are missing.',
    }),
  },
  { $id: 'ProjectAttention' },
);

export const AttentionDismissal = open(
  { itemId: Type.String(), dismissed: Type.Boolean() },
  { $id: 'AttentionDismissal' },
);
