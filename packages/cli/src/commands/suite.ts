import * as authoring from '@assay/contract/areas/authoring/operations';
import * as suites from '@assay/contract/areas/suites/operations';
import { one, some } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { commandsOf } from '../declare/operation-command.ts';
import { choice, flag, text, texts } from '../declare/options.ts';

export const validateInput = takes({
  arguments: { file: some('Suite files, as YAML or JSON.') },
  prints: 'document',
});

export const convertInput = takes({
  arguments: { file: one('A promptfoo configuration, an mcpServers suite file, or a suite file.') },
  options: {
    from: choice(['promptfoo', 'mcp-servers', 'assay'], 'The format of the file; it is recognised by itself.'),
    to: choice(['yaml', 'json'], 'The notation of the result.'),
    server: texts('<name>', 'A server of the suite; may be given several times.'),
    model: text('<model>', 'The model of cases that need one.'),
    out: text('<file>', 'Write the result to a file; - is standard output.', { short: 'o' }),
  },
});

export const schemaInput = takes({});

export const pushInput = takes({
  arguments: { file: some('Suite files, as YAML or JSON.') },
  options: {
    from: choice(['promptfoo', 'mcp-servers', 'assay'], 'The format of the file; it is recognised by itself.'),
    server: texts('<name>', 'A server of the suite in place of the servers of the file; may be given several times.'),
    model: text('<model>', 'The model of cases that need one, where the file names none.'),
    dryRun: flag('Tell what would change, and change nothing.'),
  },
  needs: 'project',
  prints: 'document',
});

export const exportInput = takes({
  arguments: { suite: one('The suite, by name or id.') },
  options: { format: choice(['yaml', 'json'], 'The notation of the file (yaml).') },
  needs: 'project',
});

export const pullInput = takes({
  arguments: { suite: one('The suite, by name or id.') },
  options: {
    out: text('<file>', 'The file; it is named after the suite without it, and - is standard output.', { short: 'o' }),
    format: choice(['yaml', 'json'], 'The notation of the file; its name decides, else it is yaml.'),
  },
  needs: 'project',
});

const ofSuite = commandsOf(suites);
const ofAuthoring = commandsOf(authoring);
const JOB = 'job_01kb2v7k9q2n5w8x4m6t0r1abc';

export const suiteCommands = [
  ofSuite('listEvalSuites', {
    words: 'suite list',
    columns: {
      NAME: 'name',
      'LAST RUN': ({ latestRun }, { when }) =>
        latestRun ? `${latestRun.status} ${when(latestRun.createdAt)}` : 'never',
      PASSED: ({ latestRun }) =>
        latestRun?.passRate === null || latestRun === null ? undefined : `${Math.round(latestRun.passRate * 100)} %`,
      CHANGED: 'updatedAt',
      ID: 'id',
    },
    examples: ['assay suite list'],
  }),
  ofSuite('getEvalSuite', { words: 'suite show', examples: ['assay suite show "Helpdesk regression"'] }),
  ofSuite('createEvalSuite', {
    words: 'suite create',
    argument: 'name',
    omit: ['serverNames', 'provider', 'refreshSnapshot'],
    done: 'suite {name} is created: {suiteId}',
    examples: ['assay suite create "Helpdesk smoke" --server helpdesk --model openai/gpt-5'],
    see: ['suite push', 'suite draft', 'case create'],
  }),
  ofSuite('updateEvalSuite', {
    words: 'suite update',
    reads: { operation: 'getEvalSuite', fields: { expectedRevisionNumber: 'revisionNumber' } },
    done: 'suite {name} is changed.',
    examples: ['assay suite update "Helpdesk smoke" --tag nightly --environment staging'],
  }),
  ofSuite('attachEvalSuiteEnvironment', {
    words: 'suite attach',
    done: 'suite {suite} runs on the environment, too.',
    examples: ['assay suite attach "Helpdesk smoke" --environment staging'],
  }),
  ofSuite('archiveEvalSuite', {
    words: 'suite archive',
    done: 'suite {name} is archived: it does not run, and lists leave it out.',
    examples: ['assay suite archive "Helpdesk smoke"'],
    see: ['suite unarchive'],
  }),
  ofSuite('restoreEvalSuite', {
    words: 'suite unarchive',
    done: 'suite {name} is back.',
    examples: ['assay suite unarchive "Helpdesk smoke"'],
    see: ['suite archive'],
  }),
  ofSuite('deleteEvalSuite', {
    words: 'suite rm',
    done: 'suite {suite} is deleted.',
    examples: ['assay suite rm "Helpdesk smoke" --yes'],
  }),
  ofSuite('listEvalSuiteRevisions', {
    words: 'suite revisions',
    columns: { REVISION: 'revisionNumber', CHANGED: 'words', WHEN: 'createdAt' },
    examples: ['assay suite revisions "Helpdesk smoke"'],
    see: ['suite restore'],
  }),
  ofSuite('restoreEvalSuiteRevision', {
    words: 'suite restore',
    reads: { operation: 'getEvalSuite', fields: { expectedRevision: 'revisionNumber' } },
    done: 'suite {name} has the settings of that revision again.',
    examples: ['assay suite restore "Helpdesk smoke" 3'],
    see: ['suite revisions'],
  }),
  command({
    words: 'suite push',
    summary: 'Make suites of a project equal to suite files.',
    description: 'All files are checked on this machine first, and nothing is pushed when one has a fault.',
    input: pushInput,
    examples: ['assay suite push suite.yaml', 'assay suite push suites/*.yaml --dry-run'],
    exits: { 1: 'a file has faults; each is told with its line, and nothing was pushed' },
    operations: ['importEvalSuiteFile'],
    see: ['suite validate', 'suite pull'],
    load: async () => (await import('../actions/suite/push.ts')).pushFiles,
  }),
  command({
    words: 'suite pull',
    summary: 'Write a suite of a project as a file.',
    input: pullInput,
    examples: ['assay suite pull "Helpdesk regression"', 'assay suite pull "Helpdesk regression" -o suite.yaml'],
    operations: ['exportEvalSuiteFile'],
    see: ['suite push', 'suite export'],
    load: async () => (await import('../actions/suite/pull.ts')).pullSuite,
  }),
  command({
    words: 'suite export',
    summary: 'Print a suite of a project as a file.',
    input: exportInput,
    examples: ['assay suite export "Helpdesk regression" > suite.yaml'],
    operations: ['exportEvalSuiteFile'],
    see: ['suite pull'],
    load: async () => (await import('../actions/suite/pull.ts')).exportSuite,
  }),
  ofAuthoring('generateEvalCases', {
    words: 'suite draft',
    summary: 'Draft cases of a suite from the tools of its servers.',
    done: (reply) =>
      reply.kind === 'cases'
        ? `${reply.created.length} cases are drafted and written.`
        : reply.status === 'completed'
          ? `the drafts wait for a person: assay suite drafts <suite>`
          : `the drafts are not done yet: assay suite job <suite> ${reply.jobId}`,
    examples: [
      'assay suite draft "Helpdesk smoke"',
      `assay suite draft "Helpdesk smoke" -d '{"caseMix": {"simple": 5}}'`,
    ],
    see: ['case list', 'suite job'],
  }),
  ofAuthoring('importEvalCases', {
    words: 'suite document',
    summary: 'Draft cases of a suite from a document.',
    examples: [`jq -Rs '{content: .}' handbook.md | assay suite document "Helpdesk smoke" -d -`],
    omit: ['fileName'],
    see: ['suite job'],
  }),
  ofAuthoring('getEvalAuthoringJob', { words: 'suite job', examples: [`assay suite job "Helpdesk smoke" ${JOB}`] }),
  ofAuthoring('listEvalAuthoringJobs', {
    words: 'suite jobs',
    examples: ['assay suite jobs "Helpdesk smoke"'],
    see: ['suite job'],
  }),
  ofAuthoring('listEvalCaseDrafts', {
    words: 'suite drafts',
    examples: ['assay suite drafts "Helpdesk smoke" --json'],
    see: ['suite commit'],
  }),
  ofAuthoring('tryEvalCaseDraft', {
    words: 'suite try',
    examples: [`assay suite try "Helpdesk smoke" ${JOB} draft_01kb2v7k9q2n5w8x4m6t0r1abc`],
    see: ['suite drafts'],
  }),
  ofAuthoring('commitEvalAuthoringJob', {
    words: 'suite commit',
    examples: [`assay suite commit "Helpdesk smoke" ${JOB}`],
    see: ['suite job'],
  }),
  ofAuthoring('cancelEvalAuthoringJob', {
    words: 'suite cancel',
    done: 'job {job} is cancelled.',
    examples: [`assay suite cancel "Helpdesk smoke" ${JOB}`],
  }),
  command({
    words: 'suite validate',
    summary: 'Check suite files on this machine.',
    input: validateInput,
    examples: ['assay suite validate suite.yaml', 'assay suite validate suites/*.yaml --json'],
    exits: {
      0: 'no file has a fault',
      1: 'a file has faults; each is printed with its line',
      2: 'a file cannot be read',
    },
    see: ['suite schema'],
    load: async () => (await import('../actions/suite/validate.ts')).validateFiles,
  }),
  command({
    words: 'suite convert',
    summary: 'Write a suite file of another tool as a suite file of Assay.',
    description: 'How faithfully each case was converted is printed to standard error.',
    input: convertInput,
    examples: ['assay suite convert promptfooconfig.yaml -o suite.yaml'],
    see: ['suite validate'],
    load: async () => (await import('../actions/suite/convert.ts')).convertFile,
  }),
  command({
    words: 'suite schema',
    summary: 'Print the JSON Schema of suite files, for editors.',
    input: schemaInput,
    examples: ['assay suite schema > suite.schema.json'],
    load: async () => (await import('../actions/suite/schema.ts')).printSchema,
  }),
];
