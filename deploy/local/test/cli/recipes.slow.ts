import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { commandLine } from '../support/assay-command.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

// Each recipe starts processes, which takes its time on a busy machine.
const LONG_MS = 300_000;

const root = join(import.meta.dirname, '../../../..');
let installation: Installation;
let server: Awaited<ReturnType<typeof sharedEverythingServer>>;
let folder: string;
beforeAll(async () => {
  [installation, server, folder] = await Promise.all([
    startInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
    mkdtemp(join(tmpdir(), 'assay-recipes-')),
  ]);
  // Recipes write into the folder in which they are run, which has the files that they name.
  await symlink(join(root, 'docs'), join(folder, 'docs'));
  await writeFile(join(folder, 'assay'), `#!/bin/sh\nexec "${process.execPath}" "${commandLine}" "$@"\n`);
  await chmod(join(folder, 'assay'), 0o700);
});
afterAll(async () => {
  await Promise.all([installation.stop(), server.stop()]);
  await rm(folder, { recursive: true });
});

/** The code blocks of a page in one language, as they stand but for the address of the demo server. */
async function recipesOf(page: string, language: 'sh' | 'ts'): Promise<string[]> {
  const content = await readFile(join(root, page), 'utf8');
  return [...content.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) =>
    block.replaceAll('http://127.0.0.1:3001/mcp', server.url),
  );
}

async function run(program: string, args: string[], cwd: string, input: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: `${folder}:${PATH}`,
      NODE_COMPILE_CACHE,
      HOME: folder,
      ASSAY_URL: installation.url,
      ASSAY_API_KEY: installation.apiKey,
      ASSAY_PROJECT: installation.api.projectId,
    },
  });
  const ended = Promise.all([once(child, 'close') as Promise<[number]>, text(child.stdout), text(child.stderr)]);
  child.stdin.end(input);
  const [[code], stdout, stderr] = await ended;
  return { code, stdout, stderr };
}

/** Runs recipes one after the other in one shell. A command that is misused, or finds no platform, is an error. */
async function paste(recipes: string[]) {
  const { stdout, stderr } = await run('bash', ['--norc', '-s'], folder, recipes.join('\n'));
  expect(stderr).not.toMatch(/^(assay|bash|jq): .*/m);
  return stdout;
}

test(
  'the recipes of docs/cli.md run as they stand',
  async () => {
    const stdout = await paste(await recipesOf('docs/cli.md', 'sh'));
    expect(stdout).toContain('The exit code is 1.');
    expect(stdout).toContain('Echo: hello');
    expect(stdout).toMatch(/^failed$/m);
  },
  LONG_MS,
);

test(
  'the recipes of the skill for coding agents run as they stand',
  async () => {
    const stdout = await paste(await recipesOf('skills/assay/SKILL.md', 'sh'));
    expect(stdout).toMatch(/"verdict": "failed"/);
    expect(stdout).toContain('exit code 1');
  },
  LONG_MS,
);

test(
  'the programs of docs/sdk.md run as they stand',
  async () => {
    const told: string[] = [];
    for (const program of await recipesOf('docs/sdk.md', 'ts')) {
      const { code, stdout, stderr } = await run(
        process.execPath,
        ['--input-type=module-typescript', '-'],
        root,
        program,
      );
      expect([code, stderr.replaceAll(/^run\.\w+$/gm, '').includes('Error')]).toEqual([0, false]);
      told.push(stdout);
    }
    expect(told).toEqual([
      expect.stringMatching(/^Smoke: failed\. .+\n$/),
      expect.stringContaining('get-sum takes words (it does not): '),
      expect.stringMatching(/^refused: UNAUTHORIZED, /),
    ]);
  },
  LONG_MS,
);
