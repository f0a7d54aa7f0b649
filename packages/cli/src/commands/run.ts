import { any, maybe, one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { choice, flag, number, text, texts } from '../declare/options.ts';
import { reportOptions } from '../reporters/report-options.ts';

const RUN = 'The run: its id, its number, or last.';
const suite = text('<suite>', 'The suite whose runs have the number, by name or id.');

export const launchInput = takes({
  arguments: { suite: any('Saved suites, by name or id; with --push suite files.') },
  options: {
    push: flag('Make the suite of the project equal to the file first.'),
    environment: texts('<environment>', 'Run in this environment; several make a group of runs.'),
    client: texts('<client>', 'Run as this client of the suite; several make a group of runs.'),
    server: texts('<server>', 'Run against this server; several make a group of runs.'),
    model: texts('<model>', 'Use this model for every prompt; several make a group of runs.'),
    case: texts('<case>', 'Run only this case; may be given again.'),
    tag: texts('<tag>', 'Run every saved suite with this tag.'),
    trials: number('<n>', 'Trials of every case, from 1 to 10.', { max: 10 }),
    budget: number('<usd>', 'The most that each run may spend on models, in US dollars.', {
      min: 0.000_001,
      max: 1_000_000,
      isInteger: false,
    }),
    gate: text('<policy>', 'Judge the run by this gate: a name, a file or a JSON object.'),
    baseline: text('<run|branch>', 'Compare with this run, or with the newest run of a branch.'),
    detach: flag('Print the id of the run, and do not wait for its end.'),
    ...reportOptions,
  },
  needs: 'project',
  prints: 'verdict',
});

export const watchInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: { suite, jsonl: flag('Print each event as a JSON object a line, as they come.'), ...reportOptions },
  needs: 'project',
  prints: 'verdict',
});

export const listRunsInput = takes({
  options: {
    suite: text('<suite>', 'Only runs of this suite, by name or id.'),
    verdict: choice(['passed', 'failed', 'inconclusive', 'notEstablished'], 'Only runs with this verdict.'),
    environment: text('<environment>', 'Only runs with this environment, by name or id.'),
    model: text('<model>', 'Only runs with trials of this model, such as openai/gpt-5.'),
    note: text('<words>', 'Only runs whose note has these words.'),
    branch: text('<branch>', 'Only runs of this branch.'),
    commit: text('<commit>', 'Only runs of this commit, which may be shortened.'),
    since: text('<time>', 'Only runs since this time, such as 2026-11-01 or 7d.'),
    limit: number('<n>', 'How many runs at most (20).'),
  },
  needs: 'project',
  prints: 'list',
});

export const showRunInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: { suite, all: flag('List every case, also the passed ones.') },
  needs: 'project',
  prints: 'document',
});

export const cancelRunInput = takes({
  arguments: { run: one(RUN) },
  options: { suite },
  needs: 'project',
  prints: 'document',
});

export const iterationsInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: { suite, limit: number('<n>', 'How many iterations at most; all when absent.') },
  needs: 'project',
  prints: 'list',
});

export const compareInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: {
    suite,
    base: text('<run|branch>', 'The run to compare with, or the branch of it; the baseline of the run when absent.'),
    all: flag('List every case, also the unchanged ones.'),
  },
  needs: 'project',
  prints: 'document',
});

export const rerunInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: {
    suite,
    scope: choice(['failed', 'excluded'], 'The failed cases, or the cases without a verdict (failed).'),
    budget: number('<usd>', 'The most that the rerun may spend on models, in US dollars.', {
      min: 0.000_001,
      max: 1_000_000,
      isInteger: false,
    }),
    detach: flag('Print the id of the rerun, and do not wait for its end.'),
    ...reportOptions,
  },
  needs: 'project',
  prints: 'verdict',
});

export const regradeInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: {
    suite,
    checks: choice(['frozen', 'current'], 'The assertions of the run, or the present ones of the suite (frozen).'),
  },
  needs: 'project',
  prints: 'document',
});

export const exportInput = takes({
  arguments: { run: maybe(`${RUN} The newest one when absent.`) },
  options: {
    suite,
    format: choice(['junit', 'markdown', 'otlp'], 'JUnit XML, Markdown, or traces for OpenTelemetry (junit).'),
    content: flag('With otlp: with prompts, arguments and results.'),
    out: text('<file>', 'Write to a file; - is standard output.', { short: 'o' }),
  },
  needs: 'project',
});

const VERDICTS = {
  0: 'passed',
  1: 'failed, or its gate failed',
  3: 'not established, inconclusive, cancelled, or over budget',
} as const;

export const runCommands = [
  command({
    words: 'run',
    summary: 'Launch a suite, wait for its end, and print its verdict.',
    input: launchInput,
    examples: [
      'assay run "Helpdesk regression" --gate release --baseline main --junit out.xml',
      'assay run suite.yaml --push --reporter github --reporter markdown=summary.md',
      'assay run "Helpdesk regression" --model openai/gpt-5 --model anthropic/claude-sonnet-4-5 --budget 2',
      'assay run "Helpdesk regression" --detach',
    ],
    exits: VERDICTS,
    operations: [
      'createEvalRun',
      'createEvalRunGroup',
      'importEvalSuiteFile',
      'streamEvalRunEvents',
      'listEvalRunCases',
    ],
    see: ['run watch', 'test', 'trace'],
    load: async () => (await import('../actions/run/launch.ts')).launchSuites,
  }),
  command({
    words: 'run list',
    summary: 'List runs, the newest first.',
    input: listRunsInput,
    examples: [
      'assay run list --suite "Helpdesk regression" --limit 4',
      'assay run list --branch main --json id,verdict,summary.passRate',
    ],
    operations: ['listEvalRuns'],
    load: async () => (await import('../actions/run/list.ts')).listRuns,
  }),
  command({
    words: 'run show',
    summary: 'Show a run: its verdict, or its progress.',
    input: showRunInput,
    examples: ['assay run show', 'assay run show 7 --suite "Helpdesk regression" --json'],
    operations: ['getEvalRun', 'listEvalRunCases', 'getEvalRunGate'],
    see: ['run watch', 'test', 'trace'],
    load: async () => (await import('../actions/run/show.ts')).showRun,
  }),
  command({
    words: 'run watch',
    summary: 'Wait for the end of a run, and print its verdict.',
    input: watchInput,
    examples: ['assay run watch last', 'assay run watch last --junit out.xml', 'assay run watch last --jsonl'],
    exits: VERDICTS,
    operations: ['streamEvalRunEvents', 'getEvalRun'],
    load: async () => (await import('../actions/run/watch.ts')).watchRun,
  }),
  command({
    words: 'run cancel',
    summary: 'End a run; finished trials keep their results.',
    input: cancelRunInput,
    examples: ['assay run cancel last'],
    operations: ['cancelEvalRun'],
    load: async () => (await import('../actions/run/cancel.ts')).cancelRun,
  }),
  command({
    words: 'run iterations',
    summary: 'List the iterations of a run with their checks.',
    input: iterationsInput,
    examples: ['assay run iterations last --limit 50', 'assay run iterations last --jsonl > iterations.jsonl'],
    operations: ['listEvalRunIterations'],
    see: ['trace'],
    load: async () => (await import('../actions/run/iterations.ts')).listIterations,
  }),
  command({
    words: 'run compare',
    summary: 'Compare a run with another one, case by case.',
    input: compareInput,
    examples: ['assay run compare last --base main', 'assay run compare 7 --base 6 --suite "Helpdesk regression"'],
    exits: { 0: 'compared, with any result' },
    operations: ['compareEvalRun'],
    load: async () => (await import('../actions/run/compare.ts')).compareRuns,
  }),
  command({
    words: 'run rerun',
    summary: 'Run the cases of a run again that failed, or that have no verdict.',
    input: rerunInput,
    examples: ['assay run rerun last', 'assay run rerun last --scope excluded'],
    exits: VERDICTS,
    operations: ['rerunEvalRun'],
    load: async () => (await import('../actions/run/rerun.ts')).rerunRun,
  }),
  command({
    words: 'run regrade',
    summary: 'Grade the recorded trials of a run again.',
    input: regradeInput,
    examples: ['assay run regrade last --checks current'],
    operations: ['regradeEvalRun'],
    load: async () => (await import('../actions/run/regrade.ts')).regradeRun,
  }),
  command({
    words: 'run export',
    summary: 'Write a run as JUnit XML, Markdown, or traces for OpenTelemetry.',
    input: exportInput,
    examples: ['assay run export last -o out.xml', 'assay run export last --format otlp > traces.jsonl'],
    operations: ['exportEvalRunJunit', 'exportEvalRunMarkdown', 'exportEvalRunTraces'],
    load: async () => (await import('../actions/run/export.ts')).exportRun,
  }),
];
