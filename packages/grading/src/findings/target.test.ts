import { toolCall, inventory, transcript } from '../../test/transcripts.ts';
import type { FindingCandidate } from './find.ts';
import { failurePatterns } from './patterns.ts';
import { targetOf } from './target.ts';

const found = (slug: string, toolName: string | undefined): FindingCandidate => ({
  pattern: failurePatterns.find((each) => each.slug === slug)!,
  toolName,
  exemplar: 'iter',
  finding: {} as FindingCandidate['finding'],
});
const echo = {
  name: 'echo',
  description: 'Says token=hunter2 back.',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
};

test('a tool is shown as its server declares it, masked, with a hash of the declaration', () => {
  const target = targetOf(found('arguments-wrong', 'echo'), transcript({ inventory: inventory(echo) }), ['srv']);
  expect(target).toEqual({
    serverId: 'srv',
    toolName: 'echo',
    surface: 'input_schema',
    snapshotHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    currentDefinition: {
      description: 'Says token=[redacted] back.',
      inputSchemaJson: JSON.stringify(echo.inputSchema),
      truncated: false,
    },
  });
  expect(
    targetOf(found('arguments-wrong', 'echo'), transcript({ inventory: inventory({ ...echo, title: 'Echo' }) }), [
      'srv',
    ])!.snapshotHash,
  ).not.toBe(target!.snapshotHash);
});

test('a long declaration is cut, and marked as cut', () =>
  expect(
    targetOf(
      found('tool-fails', 'echo'),
      transcript({ inventory: inventory({ ...echo, description: 'x'.repeat(5_000) }) }),
      [],
    )?.currentDefinition,
  ).toMatchObject({ description: 'x'.repeat(1_000), truncated: true }));

test.each([
  [
    'the server that was called, without a declaration',
    found('tool-fails', 'echo'),
    transcript({ toolCalls: [toolCall('echo')] }),
    ['srv', 'other'],
    'srv',
  ],
  ['the only server of the run', found('tool-fails', 'echo'), undefined, ['only'], 'only'],
  ["none, when the tool's server is unknown", found('tool-fails', 'echo'), undefined, ['one', 'two'], undefined],
  ['none, for what is about no tool', found('reply-unexpected', 'echo'), undefined, ['only'], undefined],
])('it points at %s', (_, of, seen, serverIds, expected) =>
  expect(targetOf(of, seen, serverIds)?.serverId).toBe(expected),
);
