import type { MinedWindow } from '@assay/findings/mining/mined-findings';
import { randomFrom } from '@assay/grading/statistics/seeded-random';
import { signalFingerprint } from '@assay/grading/measures/session-signal';
import { findingsOfProject, type KnownSignal } from './finding.ts';
import { exposureOf } from './session-signals.ts';

/** How often the calls of each tool fail, by the places of the tools. */
const RATES = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9];
const SESSIONS = 30;
const PAIRS = 200;

const signalOf = (dimension: 'toolError' | 'toolUsed', tool: number): KnownSignal => {
  const subject = { kind: 'tool' as const, id: `srv/${tool}`, label: `tool ${tool}` };
  const detail = dimension === 'toolError' ? 'serverData' : '';
  return { dimension, detail, subject, fingerprint: signalFingerprint({ dimension, detail, subject }) };
};
const TROUBLES = RATES.map((_, tool) => signalOf('toolError', tool));
const SIGNALS = [...TROUBLES, ...RATES.map((_, tool) => signalOf('toolUsed', tool))];

/** A wave of sessions that all use every tool, of which each fails at its rate. */
function drawnWave(id: string, rates: readonly number[], random: () => number): MinedWindow {
  const at = { firstAt: 0, lastAt: 0 };
  const signals = rates.flatMap((rate, tool) => {
    const affected = Array.from({ length: SESSIONS }, random).filter((x) => x < rate).length;
    const used = { fingerprint: exposureOf(TROUBLES[tool]!), affected: SESSIONS, ...at };
    return affected === 0 ? [used] : [used, { fingerprint: TROUBLES[tool]!.fingerprint, affected, ...at }];
  });
  return { id, minedAt: new Date(0), signals };
}

/** The tools whose findings say after a second wave that something changed. */
function changedTools(before: readonly number[], after: readonly number[], random: () => number): string[] {
  const findings = findingsOfProject(SIGNALS, [drawnWave('before', before, random), drawnWave('after', after, random)]);
  return findings
    .filter(({ status }) => status === 'regressed' || status === 'resolved')
    .map(({ fingerprint }) => TROUBLES.find((each) => each.fingerprint === fingerprint)!.subject.id);
}

test('of 200 pairs of waves in which nothing changed, at most 5 % say that something did', () => {
  const random = randomFrom(11);
  const alarms = Array.from({ length: PAIRS }, () => changedTools(RATES, RATES, random)).filter(
    (tools) => tools.length > 0,
  );
  expect(alarms.length).toBeLessThanOrEqual(PAIRS * 0.05);
});

test.each([
  ['worse', RATES, RATES.with(1, 0.6)],
  ['better', RATES.with(1, 0.6), RATES.with(1, 0)],
])('of 200 pairs in which one tool became %s, at least 90 %% name that tool', (_, before, after) => {
  const random = randomFrom(12);
  const named = Array.from({ length: PAIRS }, () => changedTools(before, after, random)).filter((tools) =>
    tools.includes('srv/1'),
  );
  expect(named.length).toBeGreaterThanOrEqual(PAIRS * 0.9);
});
