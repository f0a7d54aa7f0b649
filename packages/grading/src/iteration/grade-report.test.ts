import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { assertStep, toolCall, frozenCase, stepsEnded, toolStep, transcript } from '../../test/transcripts.ts';
import { gradeIteration } from './grade-iteration.ts';

const grade = (graded: FrozenCase, seen: Partial<Transcript> = {}, suiteChecks: EvalAssertion[] = []) =>
  gradeIteration(graded, suiteChecks, transcript({ steps: stepsEnded(graded.steps), ...seen }));

const called = (toolName: string, args: Record<string, unknown> = {}): EvalAssertion => ({
  type: 'toolCalledWith',
  toolName,
  args: { args },
});
const never: EvalAssertion = { type: 'toolNeverCalled', toolName: 'echo' };

describe('the report', () => {
  const steps = [toolStep('s1'), assertStep('a1', called('echo', { password: 'hunter2' }))];
  const report = grade(frozenCase(steps), { toolCalls: [toolCall('echo', { password: 'hunter2' })] }, [never, never]);

  test('each step has an outcome, asserts by their verdict', () => {
    expect(report.stepOutcomes).toEqual([
      { stepId: 's1', stepIndex: 0, kind: 'toolCall', status: 'ok', reason: null },
      { stepId: 'a1', stepIndex: 1, kind: 'assert', status: 'ok', reason: null },
    ]);
  });

  test('secrets are compared and not shown', () => {
    expect(report.checks[0]).toMatchObject({ source: 'step', stepId: 'a1', status: 'passed', stage: 'selection' });
    expect(JSON.stringify(report)).not.toContain('hunter2');
    expect(report.expectedToolCalls).toEqual([
      { toolName: 'echo', arguments: { password: '[redacted]' }, stepId: 'a1' },
    ]);
  });

  test('scores are 1 or 0, and two equal assertions have two ids', () => {
    expect(report.scores.map(({ value, passed }) => [value, passed])).toEqual([
      [1, true],
      [0, false],
      [0, false],
    ]);
    expect(new Set(report.scores.map(({ scorerId }) => scorerId)).size).toBe(3);
  });

  test('the role changes the definition of a scorer and not its identity', () => {
    const [gating] = grade(frozenCase(steps), {}, [never]).scores.slice(1);
    const [advisory] = grade(frozenCase(steps), {}, [{ ...never, role: 'advisory', severity: 'warn' }]).scores.slice(1);
    expect(advisory!.scorerId).toBe(gating!.scorerId);
    expect(advisory!.definitionHash).not.toBe(gating!.definitionHash);
  });

  test('the role changes the definition of a scorer and not its id', () =>
    expect(grade(frozenCase(steps), {}, [never])).toEqual(grade(frozenCase(steps), {}, [never])));
});
