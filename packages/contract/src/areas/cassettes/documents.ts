import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, open, page, pageQuery, record } from '../../schema.ts';
import { ServerInventory } from '../servers/inventory.ts';

/** The outcome of a recorded tool call: a result as the server sent it, or the reason why there was none. */
export type RecordedOutcome = Static<typeof RecordedOutcome>;
export const RecordedOutcome = open({
  result: Type.Optional(record()),
  error: Type.Optional(open({ code: Type.String(), message: Type.String() })),
  latencyMs: Type.Optional(Type.Number()),
});

/** Every recording of one call, found by its key (see `cassetteKey` in grading). */
export type RecordedCall = Static<typeof RecordedCall>;
export const RecordedCall = open({
  key: Type.String(),
  serverName: Type.String(),
  toolName: Type.String(),
  arguments: record(),
  outcomes: Type.Array(RecordedOutcome, { description: 'In the order in which they were first called.' }),
});

/** The content of a cassette; what looks like a secret is masked. Runners read it, callers of the API do not. */
export type CassetteContent = Static<typeof CassetteContent>;
export const CassetteContent = open(
  {
    format: Type.Literal(1),
    servers: Type.Array(ServerInventory, { description: 'The tools as they were declared.' }),
    calls: Type.Array(RecordedCall),
  },
  { $id: 'CassetteContent' },
);

const ToolSummary = open({
  serverName: Type.String(),
  toolName: Type.String(),
  distinctCalls: Type.Integer({ description: 'Calls with different arguments.' }),
  outcomes: Type.Integer(),
});

/** A recording of a run's tool calls, without the servers' answers. */
export type Cassette = Static<typeof Cassette>;
export const Cassette = open(
  {
    id: Id,
    suiteId: Id,
    runId: Id,
    name: Type.String(),
    version: Type.Integer({ description: "Counts the suite's cassettes from 1." }),
    format: Type.Integer(),
    contentHash: Type.String({
      description: 'SHA-256 of the recording without latencies: equal traffic has an equal hash.',
    }),
    calls: Type.Integer({ description: 'Recorded outcomes, of all calls.' }),
    bytes: Type.Integer({ description: 'Of its JSON.' }),
    cut: Type.Boolean({
      description:
        'The recording is incomplete: a result was too large to be kept, a call was made more than 50 times, or the whole is over 64 MB.',
    }),
    servers: Type.Optional(
      Type.Array(open({ serverName: Type.String(), tools: Type.Integer() }), { description: 'Not in lists.' }),
    ),
    tools: Type.Optional(Type.Array(ToolSummary, { description: 'Not in lists.' })),
    createdAt: EpochMs(),
  },
  { $id: 'EvalCassette' },
);

export const CassettePage = page(Cassette, 'EvalCassettePage');
export const ListCassettes = pageQuery('ListEvalCassettes', 25, 100);
