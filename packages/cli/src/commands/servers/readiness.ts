import * as readiness from '@assay/contract/areas/readiness/operations';
import { one } from '../../declare/arguments.ts';
import { command, takes } from '../../declare/command.ts';
import { commandsOf } from '../../declare/operation-command.ts';
import { choice, flag, text } from '../../declare/options.ts';

export const checkInput = takes({
  arguments: { server: one('The server, by name or id.') },
  options: {
    for: choice(['claude', 'openai'], 'The directory whose requirements count (claude).'),
    submissionMode: choice(
      ['mcp-only', 'mcp-imported-skills'],
      'What is submitted to the directory of OpenAI (mcp-only).',
    ),
    facts: text(
      '<json|@file|->',
      'Facts that only the owner of the submission knows: a list with requirementId, met and note.',
    ),
    detach: flag('Do not wait for the end.'),
  },
  needs: 'project',
  prints: 'document',
});

const ofReadiness = commandsOf(readiness);
const RUN = 'run_01kb2v7k9q2n5w8x4m6t0r1abc';

export const readinessCommands = [
  command({
    words: 'readiness check',
    summary: 'Check a server against the requirements of a directory.',
    input: checkInput,
    examples: ['assay readiness check helpdesk', 'assay readiness check helpdesk --for openai --facts @facts.json'],
    exits: { 0: 'ready, or started with --detach', 1: 'not ready', 3: 'incomplete or cancelled' },
    operations: ['startClaudeReadinessRun', 'startOpenAIReadinessRun', 'getReadinessRun', 'getReadinessReport'],
    see: ['readiness report'],
    load: async () => (await import('../../actions/directory-runs/readiness.ts')).checkReadiness,
  }),
  ofReadiness('listReadinessRuns', {
    words: 'readiness list',
    columns: { ID: 'id', FOR: 'readinessKind', STATUS: 'status', OUTCOME: 'overallStatus', WHEN: 'createdAt' },
    examples: ['assay readiness list --server helpdesk'],
  }),
  ofReadiness('getReadinessRun', { words: 'readiness show', examples: [`assay readiness show ${RUN}`] }),
  ofReadiness('getReadinessReport', { words: 'readiness report', examples: [`assay readiness report ${RUN}`] }),
  ofReadiness('getReadinessFacts', {
    words: 'readiness facts',
    examples: ['assay readiness facts helpdesk --readiness-kind claude'],
  }),
  ofReadiness('setReadinessFacts', {
    words: 'readiness state',
    examples: ['assay readiness state helpdesk --readiness-kind claude --body @facts.json'],
  }),
  ofReadiness('cancelReadinessRun', {
    words: 'readiness cancel',
    done: 'run {run} is cancelled.',
    examples: [`assay readiness cancel ${RUN}`],
  }),
];
