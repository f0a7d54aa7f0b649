import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open } from '../../schema.ts';
import { GateOutcome, GatePolicy, GateVerdict, gateWords } from './documents.ts';

/** The body that holds a gate against past runs. */
export type TryEvalGate = Static<typeof TryEvalGate>;
export const TryEvalGate = closed(
  {
    gate: Type.Optional(GatePolicy),
    runs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'How many of the newest finished runs; 10 when absent.' }),
    ),
  },
  { $id: 'EvalGateTrialRequest' },
);

/** The decisions of a gate about past runs. */
export type EvalGateTrial = Static<typeof EvalGateTrial>;
export const EvalGateTrial = open(
  {
    suiteId: Id,
    policy: nullable(GatePolicy),
    runs: Type.Array(
      open({
        runId: Id,
        runNumber: Type.Integer(),
        createdAt: EpochMs(),
        verdict: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished'], {
          description: 'The verdict of the run, which no gate changes.',
        }),
        passRate: nullable(
          Type.Number({ description: 'Fraction of its gradeable trials that passed; null when there is none.' }),
        ),
        outcome: GateOutcome,
        ...gateWords,
        verdicts: Type.Array(GateVerdict),
        baseRunId: nullable(Type.String({ description: 'The run that it is compared with; null for none.' })),
      }),
      { description: 'Oldest first.' },
    ),
    stopped: Type.Integer({ description: 'How many of them a rule of the gate fails.' }),
    isTruncated: Type.Boolean({
      description: 'Fewer runs were tried than there are, because they have very many trials.',
    }),
  },
  { $id: 'EvalGateTrial' },
);
