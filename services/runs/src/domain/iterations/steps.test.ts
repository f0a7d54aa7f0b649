import type { StoredScreenshot } from '@assay/contract/areas/browsers/snapshot';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import { stepsOf } from './steps.ts';

const button = { role: { role: 'button', name: 'Buy' }, nth: 1 };
const steps: EvalTestStep[] = [
  { id: 'open', kind: 'toolCall', serverName: 'shop', toolName: 'show' },
  { id: 'buy', kind: 'interact', toolName: 'show', action: { kind: 'click', target: button } },
  { id: 'key', kind: 'interact', toolName: 'show', action: { kind: 'key', key: 'Enter' } },
  { id: 'seen', kind: 'assert', assertion: { kind: 'elementVisible', toolName: 'show', target: { testId: 'paid' } } },
];
const frozen: FrozenCase = {
  id: 'case_1',
  title: 'Shops',
  steps,
  iterations: 1,
  models: [],
  isNegative: false,
  failOnToolError: true,
};
const image = (id: string): StoredScreenshot => ({
  id,
  url: `/shots/${id}`,
  mimeType: 'image/jpeg',
  width: 1,
  height: 1,
});

test('the evidence of a step has the image of the page and the element of the step', () => {
  const seen: Transcript = {
    version: 1,
    steps: steps.map(({ id, kind }, stepIndex) => ({
      stepId: id,
      stepIndex,
      kind,
      status: 'ok',
      startMs: 0,
      endMs: 1,
      ...(id === 'buy' && { screenshot: image('after') }),
    })),
    messages: [],
    toolCalls: [],
    userMessages: 0,
    renderings: [{ toolName: 'show', stepIndex: 0, status: 'rendered', screenshot: image('first') }],
  };
  const grade = { ...gradeIteration(frozen, [], seen), tokensUsed: null };
  expect(stepsOf(frozen, 'completed', grade).map(({ evidence }) => evidence)).toEqual([
    { toolCalls: [], screenshotUrl: '/shots/first' },
    { toolCalls: [], screenshotUrl: '/shots/after', locatorLabel: 'button "Buy", number 2' },
    undefined,
    { toolCalls: [], locatorLabel: 'test id "paid"' },
  ]);
});
