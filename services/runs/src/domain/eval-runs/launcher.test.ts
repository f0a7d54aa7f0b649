import { parseCi, parseLauncher } from './launcher.ts';

test.each([
  [
    'a command line',
    '{"kind":"cli","client":"assay","version":"1.2.0"}',
    { kind: 'cli', client: 'assay', version: '1.2.0' },
  ],
  ['an action that says no more', '{"kind":"github_action"}', { kind: 'github_action' }],
  ['unknown keys', '{"kind":"mcp","token":"x","client":"c"}', { kind: 'mcp', client: 'c' }],
  ['values that are no text, or too much of it', `{"kind":"mcp","client":7,"version":"${'x'.repeat(501)}"}`, undefined],
  ['a text with a NUL', '{"kind":"mcp","client":"a\\u0000b","version":"1"}', { kind: 'mcp', version: '1' }],
  ['half a character', '{"kind":"mcp","client":"\\ud800"}', { kind: 'mcp' }],
  ['an unknown kind', '{"kind":"browser"}', undefined],
  ['no kind', '{"client":"assay"}', undefined],
  ['no JSON', 'cli', undefined],
  ['a list', '["cli"]', undefined],
  ['nothing in JSON', 'null', undefined],
  ['no header', '', undefined],
  ['512 bytes', `{"kind":"cli","client":"${'x'.repeat(486)}"}`, { kind: 'cli', client: 'x'.repeat(486) }],
  ['513 bytes', `{"kind":"cli","client":"${'x'.repeat(487)}"}`, undefined],
])('the header of a launcher: %s', (_, header, launcher) => expect(parseLauncher(header)).toEqual(launcher));

test.each([
  [
    'everything',
    '{"provider":"github","pipelineId":"1","jobId":"2","runUrl":"https://ci","branch":"main","commitSha":"abc"}',
    { provider: 'github', pipelineId: '1', jobId: '2', runUrl: 'https://ci', branch: 'main', commitSha: 'abc' },
  ],
  ['older names', '{"runId":"1","job":"2"}', { pipelineId: '1', jobId: '2' }],
  [
    'older names beside newer ones',
    '{"pipelineId":"new","runId":"old","jobId":"new","job":"old"}',
    { pipelineId: 'new', jobId: 'new' },
  ],
  ['unknown keys', '{"branch":"main","secret":"x"}', { branch: 'main' }],
  ['nothing that is known', '{"secret":"x"}', undefined],
  ['no JSON', '{"branch":', undefined],
  ['a text of 501 characters', `{"branch":"${'x'.repeat(501)}","provider":"p"}`, { provider: 'p' }],
  [
    'a pull request',
    '{"branch":"fix","pullRequest":"7","targetBranch":"main"}',
    { branch: 'fix', pullRequest: '7', targetBranch: 'main' },
  ],
  [
    'a commit with a message of several lines',
    '{"commitMessage":"\\nRefund in cents\\r\\n\\nAs the schema says.","commitAuthor":"Ada"}',
    { commitMessage: 'Refund in cents', commitAuthor: 'Ada' },
  ],
  ['4097 bytes', `{"branch":"main"${' '.repeat(4_080)}}`, undefined],
  ['4096 bytes', `{"branch":"main"${' '.repeat(4_079)}}`, { branch: 'main' }],
])('the header of a CI job: %s', (_, header, ci) => expect(parseCi(header)).toEqual(ci));
