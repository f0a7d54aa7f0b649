import type { EvalAssertion } from '@assay/sdk';
import type { Gate } from '../suite/gate-words.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';
import type { client } from '../../data/client.ts';

/** The settings that decide about runs, as their page edits them. */
export interface DecisionEdit {
  minimumAccuracy: number | null;
  repetitions: number | null;
  passThreshold: number | null;
  minimumIterations: number | null;
  gate: Gate | null;
  checks: EvalAssertion[];
  judge: {
    enabled: boolean;
    model: string | null;
    autoRun: boolean;
    threshold: number;
    role: 'advisory' | 'gating';
  };
}

type Patch = Parameters<typeof client.updateEvalSuite>[1];

/** The edited part of a suite's settings. */
export const decisionOf = ({ settings }: Pick<SuiteRead, 'settings'>): DecisionEdit => ({
  minimumAccuracy: settings.minimumAccuracy,
  repetitions: settings.repetitions,
  passThreshold: settings.passThreshold,
  minimumIterations: settings.minimumIterations,
  gate: settings.gate,
  checks: settings.checks,
  judge: {
    enabled: settings.judge.enabled && settings.judge.model !== null,
    model: settings.judge.model,
    autoRun: settings.judge.autoRun,
    threshold: settings.judge.threshold,
    role: settings.judge.role === 'gating' ? 'gating' : 'advisory',
  },
});

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** The patch that makes one state of the settings the other: only what differs. */
export function patchOf(before: DecisionEdit, after: DecisionEdit): Patch {
  const { judge, gate, ...plain } = after;
  const settings = {
    ...Object.fromEntries(
      Object.entries(plain).filter(([name, value]) => differs(before[name as keyof DecisionEdit], value)),
    ),
    ...(differs(before.gate, gate) && { gate: gate && Object.keys(gate).length > 0 ? gate : null }),
    ...(differs(before.judge, judge) && { judge: judgePatch(judge) }),
  };
  return { settings };
}

const judgePatch = ({ model, ...judge }: DecisionEdit['judge']) => ({ ...judge, ...(model !== null && { model }) });
