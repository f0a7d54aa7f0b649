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

/** The commands of a text, in order, as one text. */
const commandsIn = (text: string): string =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('');

/** The commands of the first tour in README.md. */
async function tour(): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  return commandsIn(/^## A first run.*?\n(.*?)^## /ms.exec(readme)?.[1] ?? '');
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

/** Starts the product, and puts its address, its folder and a free port into the commands. */
async function onProduct(commands: string): Promise<string> {
  const dataDir = await launches.newFolder();
  const launched = await launches.start(dataDir, { RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '10' });
  const origin = await launched.said('ready ');
  return `export ASSAY_URL=${origin}\n${commands}kill $demo\n`
    .replaceAll('http://127.0.0.1:4000', origin)
    .replaceAll('.assay/', `${dataDir}/`)
    .replaceAll('3001', String(await freePort()));
}

test('the first tour of README.md works when it is pasted in one go', async () => {
  const { output, errors } = await paste(await onProduct(await tour()));
  expect(errors).not.toMatch(/^(assay|bash): /m);
  const [verdict] = /^■ Failed\. .*$/m.exec(output) ?? [];
  expect(verdict).toMatch(/4 of 5 trials passed/);
}, 180_000);

withTools('in a shell with curl and jq,', () => {
  test('the tour of docs/http.md works when it is pasted in one go', async () => {
    const commands = await onProduct(commandsIn(await readFile(join(root, 'docs/http.md'), 'utf8')));
    expect(commands).toContain('/api/v1');

    const { output, errors } = await paste(commands);

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
