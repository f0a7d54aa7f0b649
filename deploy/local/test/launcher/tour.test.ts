import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@assay/postgres/free-port';
import { Launches } from './launches.ts';

const root = join(import.meta.dirname, '../../../..');
const launches = new Launches();
afterAll(() => launches.end());

/** Some versions of curl tell each refusal that they try again after. */
const RETRIED = /^curl: \(22\) .* 429\n/gm;
const hasTools = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** The commands of the first tour in README.md, in order, as one text. */
async function tour(): Promise<string> {
  const [, part = ''] = /^## A first run.*?\n(.*?)^## /ms.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? [];
  return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('');
}

/** Writes a text to a shell at once, as a paste does: a command that reads its input would take the rest of the text. */
async function paste(commands: string): Promise<{ output: string; errors: string }> {
  const shell = spawn('bash', ['--norc'], { cwd: root, stdio: 'pipe' });
  const [output, errors] = [text(shell.stdout), text(shell.stderr)];
  shell.stdin.end(commands);
  await once(shell, 'close');
  return { output: await output, errors: await errors };
}

const withTools = hasTools ? describe : describe.skip;

withTools('in a shell with curl and jq,', () => {
  test('the first tour of README.md works when it is pasted in one go', async () => {
    const dataDir = await launches.newFolder();
    const launched = await launches.start(dataDir, { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '10' });
    const origin = await launched.said('ready ');
    const port = String(await freePort());
    const commands = (await tour())
      .replaceAll('http://127.0.0.1:4000', origin)
      .replaceAll('.assay/', `${dataDir}/`)
      .replaceAll('3001', port);
    expect(commands).toContain(`${origin}/api/v1`);

    const { output, errors } = await paste(`${commands}kill $demo\n`);

    expect(errors.replaceAll(RETRIED, '')).toBe('');
    const printed = JSON.parse(spawnSync('jq', ['--slurp'], { input: output, encoding: 'utf8' }).stdout) as object[];
    const results = ['passed', 'passed', 'passed', 'passed', 'failed'];
    expect(printed).toMatchObject([
      { status: 'ready' },
      { content: [{ type: 'text', text: 'Echo: hello' }] },
      { status: 'completed', verdict: 'failed' },
      ...results.map((result) => ({ title: expect.any(String), result })),
      {
        steps: [{ kind: 'toolCall' }, {}, {}],
        wire: expect.arrayContaining([expect.objectContaining({ direction: 'sent' })]),
      },
      { counts: { normal: expect.any(Number) } },
    ]);
  }, 180_000);
});
