import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, Moment, nullable, oneOf, open } from '../../schema.ts';
import { Prose } from '../../text.ts';

/** The body that lets a run pass in spite of its gate. */
export type WaiveGate = Static<typeof WaiveGate>;
export const WaiveGate = closed(
  {
    reason: Prose(500, { minLength: 1, description: 'Not blank. Kept as written: no place for secrets.' }),
    expiresAt: Moment('Milliseconds since the epoch; in the future, at most 30 days ahead.'),
  },
  { $id: 'EvalGateWaiverRequest' },
);

/** A person's permission that a run may pass a failed gate. It is never deleted: it expires, or is revoked. */
export type GateWaiver = Static<typeof GateWaiver>;
export const GateWaiver = open(
  {
    id: Id,
    suiteId: Id,
    runId: nullable(Id),
    reason: Type.String(),
    expiresAt: EpochMs(),
    createdAt: EpochMs(),
    createdBy: Type.String(),
    createdByEmail: nullable(Type.String()),
    revokedAt: nullable(EpochMs()),
    revokedBy: nullable(Type.String()),
    active: Type.Boolean({ description: 'Neither revoked nor expired.' }),
    policySnapshot: nullable(
      open(
        { minimumPassRate: Type.Number({ description: 'Percent of trials that the run had to pass.' }) },
        { description: 'Null where the run is graded per case.' },
      ),
    ),
  },
  { $id: 'EvalGateWaiver' },
);

/** The waiver after a write, and what the write changed. */
export type GateWaiverWritten = Static<typeof GateWaiverWritten>;
export const GateWaiverWritten = open(
  {
    status: oneOf(['created', 'conflict', 'revoked', 'already_revoked']),
    republishedChecks: Type.Integer({
      description: 'How many checks of a code host were updated; 0 while none is connected.',
    }),
    waiver: GateWaiver,
  },
  { $id: 'EvalGateWaiverWritten' },
);

/** The same of a second waiver, which is refused: `waiver` is the one in force. */
export const GateWaiverConflict = open(
  {
    code: Type.Literal('CONFLICT'),
    message: Type.String(),
    ...GateWaiverWritten.properties,
    status: Type.Literal('conflict'),
  },
  { $id: 'EvalGateWaiverConflict', description: 'The waiver that is in force already.' },
);

export const GateWaiverRead = open(
  {
    waiver: nullable(GateWaiver),
    history: Type.Array(GateWaiver, { description: 'Every waiver that the run ever had, newest first.' }),
  },
  { $id: 'EvalGateWaiverRead', description: '`waiver` is the one in force.' },
);
