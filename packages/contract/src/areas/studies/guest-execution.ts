import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed } from '../../schema.ts';

const Switch = (description: string) => Type.Boolean({ description });
const Cap = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
const WITHOUT_EFFECT = 'Kept and answered, without an effect';
const NO_COMPUTERS = `${WITHOUT_EFFECT}: this installation gives visitors no computers.`;
const NO_HARNESSES = `${WITHOUT_EFFECT}: this installation runs no harnesses for visitors.`;

/** The limits of what the visitors of a study may do and spend. Days are days of UTC. */
export type GuestExecution = Static<typeof GuestExecution>;
export const GuestExecution = closed(
  {
    enabled: Switch(
      'Whether visitors may send messages. False pauses the study: visitors can still read what they said before.',
    ),
    computerEnabled: Switch(NO_COMPUTERS),
    sharedSkillsEnabled: Switch("Whether the model gets the skills of the study's environment."),
    dailyCreditCap: Type.Number({
      minimum: 0,
      description:
        'At most this much is spent on models in a day, by all visitors together, in US dollars (one credit is one dollar). A turn that begins below the cap may end above it. Models without a known price count as free.',
    }),
    dailyComputerStartCap: Cap(NO_COMPUTERS),
    maxConcurrentComputers: Cap(NO_COMPUTERS),
    harnessEnabled: Type.Optional(Switch(NO_HARNESSES)),
    dailyHarnessSpendCapMicros: Type.Optional(Cap(NO_HARNESSES)),
    dailyHarnessCallCap: Type.Optional(Cap(NO_HARNESSES)),
    maxConcurrentHarnessRuns: Type.Optional(Cap(NO_HARNESSES)),
    dailyTurnCap: Type.Optional(Cap('Messages in a day, of all visitors together; absent for no limit.')),
    dailyVisitorTurnCap: Type.Optional(Cap('Messages of one visitor in a day; absent for no limit.')),
  },
  { $id: 'GuestExecution' },
);

/** The limits of a study that was just published. */
export const defaultGuestExecution: GuestExecution = {
  enabled: true,
  computerEnabled: false,
  sharedSkillsEnabled: true,
  dailyCreditCap: 5,
  dailyComputerStartCap: 0,
  maxConcurrentComputers: 0,
  dailyTurnCap: 1_000,
  dailyVisitorTurnCap: 50,
};
