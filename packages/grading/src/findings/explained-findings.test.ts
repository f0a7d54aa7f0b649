import type { Finding } from '@assay/contract/areas/analysis/insights';
import { explainedFindings } from './explained-findings.ts';

const [seen, other] = ['a', 'b'].map((letter) => `chat_${letter.repeat(26)}`) as [string, string];
const finding = {
  id: 'f',
  recommendation: 'Look.',
  evidence: [{ kind: 'transcript', excerpt: '', sessionId: seen }],
} as unknown as Finding;

const explain = (
  said: { rootCause?: string; recommendation?: string; sessionIds?: string[] },
  summary = '',
  id = 'f',
) =>
  explainedFindings(
    { findings: [finding], summary: 'By rules.' },
    { version: 1, model: 'm', summary, findings: [{ id, rootCause: '', recommendation: '', ...said }] },
  );

test.each<[string, Parameters<typeof explain>, object, string]>([
  [
    'a cause and advice',
    [{ rootCause: 'A.', recommendation: 'B.' }],
    { rootCause: 'A.', recommendation: 'B.' },
    'By rules.',
  ],
  [
    'blank texts change nothing',
    [{ rootCause: ' ', recommendation: '' }, ' '],
    { recommendation: 'Look.' },
    'By rules.',
  ],
  ['a summary', [{}, 'In short.'], {}, 'In short.'],
  ['another finding is left alone', [{ rootCause: 'A.' }, '', 'g'], { recommendation: 'Look.' }, 'By rules.'],
  ['sessions of the evidence are cited', [{ sessionIds: [seen, seen] }], { citedSessionIds: [seen] }, 'By rules.'],
  [
    'a session that is named and is evidence stays',
    [{ rootCause: `See ${seen}.` }],
    { rootCause: `See ${seen}.` },
    'By rules.',
  ],
  [
    'a session that is not evidence is not named',
    [{ rootCause: `See ${other}.`, sessionIds: [other] }, `As in ${other}`],
    { rootCause: 'See an unknown session.' },
    'As in an unknown session',
  ],
  ['secrets are masked', [{ rootCause: 'password=hunter2' }], { rootCause: 'password=[redacted]' }, 'By rules.'],
])('%s', (_, args, changed, summary) => {
  const { findings, ...body } = explain(...args);
  expect(body).toEqual({ summary, explainedBy: 'm' });
  expect(findings).toEqual([{ ...finding, ...changed }]);
});

test('long texts are cut', () => {
  const { findings, summary } = explain({ rootCause: 'x'.repeat(5_000) }, 'y'.repeat(5_000));
  expect([findings[0]?.rootCause?.length, summary?.length]).toEqual([1_000, 2_000]);
});
