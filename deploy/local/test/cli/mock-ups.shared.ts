import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Machine } from '../support/assay-command.ts';
import { helpdeskFile, seedHelpdesk, type SeededHelpdesk } from '../support/helpdesk.ts';
import { sharedInstallation } from '../support/shared-installation.ts';

/** A command with the text that a person sees. */
interface MockUp {
  typed: string;
  stdout: string[];
  stderr: string[];
  code: number;
}

const mockUps = (await readFile(join(import.meta.dirname, 'mock-ups.txt'), 'utf8'))
  .split(/^\$ /m)
  .slice(1)
  .map((part): MockUp => {
    const [typed = '', ...lines] = part.trimEnd().split('\n');
    const code = Number(/^= (\d+)$/.exec(lines.pop()!)![1]);
    return {
      typed,
      stdout: lines.filter((line) => !line.endsWith(' »')),
      stderr: lines.filter((line) => line.endsWith(' »')).map((line) => line.slice(0, -2)),
      code,
    };
  });

let machine: Machine;
let helpdesk: SeededHelpdesk;
beforeAll(async () => {
  const { url, apiKey, api } = await sharedInstallation();
  const { projectId, assay } = api;
  await assay.updateProject({ projectId }, { name: 'Project' });
  helpdesk = await seedHelpdesk(api);
  await assay.createEvalSuite({ projectId }, { name: 'Helpdesk smoke', serverIds: [helpdesk.serverId], tests: [] });
  const wrong = helpdesk.url.replace(/\/mcp$/, '/sse');
  await assay.createProjectServer(
    { projectId },
    { name: 'carrier-tracking', enabled: true, transportType: 'http', url: wrong },
  );
  machine = await Machine.set({ ASSAY_URL: url, ASSAY_API_KEY: apiKey, ASSAY_PROJECT: projectId });
  await copyFile(helpdeskFile, join(machine.folder, 'helpdesk.yaml'));
  await copyFile(join(import.meta.dirname, 'faulty.yaml'), join(machine.folder, 'faulty.yaml'));
}, 120_000);
afterAll(() => Promise.all([helpdesk.stop(), machine.remove()]));

/** The words of a command line: quotation marks keep blanks together. */
const wordsOf = (typed: string): string[] =>
  [...typed.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare!);

/** The lines without the live line, and with ids, times, addresses and widths in one form. */
const comparable = (text: string): string[] =>
  text
    // Each drawing of the live line ends where the next one begins.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/\r\u001B\[K {2}[^\r\n]*/g, '')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/\r\u001B\[K/g, '')
    // A number and its unit have a no-break space between them.
    .replaceAll(/[\u00A0\u2007\u202F]/g, ' ')
    .replaceAll(/\b(run|suite|srv|prj)_[0-9a-z]{26}\b/g, '$1_…')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1')
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, 'TIME')
    .replaceAll(/\btoday \d\d:\d\d\b/g, 'today')
    .replaceAll(/\btrial \d+(?! of)/g, 'trial N')
    // A server that is slow at its start is asked again.
    .replaceAll(/\bmessage \d+ of/g, 'message N of')
    .replaceAll(/\b\d+ B\b/g, 'SIZE')
    .replaceAll(/\bAssay \d+\.\d+\.\d+/g, 'Assay VERSION')
    .replaceAll(/ {2,}/g, '  ')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());

test.each(mockUps)('$typed prints what was drawn', async ({ typed, stdout, stderr, code }) => {
  const words = wordsOf(typed);
  const at = words.indexOf('assay');
  const env = { ...machine.env };
  for (const assignment of words.slice(0, at)) {
    const [name = '', value] = assignment.split('=');
    machine.env[name] = value;
  }
  const args = words.slice(at + 1).map((word) => (word === 'HELPDESK' ? helpdesk.url : word));
  const ended = await machine.type(...args);
  Object.assign(machine.env, env);
  expect({ stdout: comparable(ended.stdout), stderr: comparable(ended.stderr), code: ended.code }).toEqual({
    stdout: comparable(stdout.join('\n')),
    stderr: comparable(stderr.join('\n')),
    code,
  });
});
