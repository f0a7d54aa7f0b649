import * as cases from '@assay/contract/areas/cases/operations';
import * as iterations from '@assay/contract/areas/iterations/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofCase = commandsOf(cases);

export const caseCommands = [
  ofCase('listEvalCases', {
    words: 'case list',
    columns: {
      TITLE: 'title',
      STEPS: ({ steps }) => String(steps.length),
      MODELS: ({ models }) => models.map(({ model }) => model).join(', '),
      ID: 'id',
    },
    examples: ['assay case list "Helpdesk regression"'],
  }),
  ofCase('getEvalCase', {
    words: 'case show',
    examples: ['assay case show "Helpdesk regression" "refund_order refunds in cents"'],
  }),
  ofCase('createEvalCase', {
    words: 'case create',
    argument: 'title',
    done: 'case {title} is created: {id}',
    examples: ['assay case create "Helpdesk regression" "search finds refunds" -d @case.json'],
    see: ['case assertions', 'suite push'],
  }),
  ofCase('createEvalCases', {
    words: 'case add',
    summary: 'Create several cases of a suite at once.',
    done: ({ created, failed }) => `${created.length} cases are created, ${failed.length} are not.`,
    exit: ({ failed }) => (failed.length > 0 ? 1 : 0),
    exits: { 1: 'a case was not created' },
    examples: ['assay case add "Helpdesk regression" -d @cases.json --json'],
  }),
  ofCase('updateEvalCase', {
    words: 'case update',
    done: 'case {title} is changed.',
    examples: ['assay case update "Helpdesk regression" "search finds refunds" --repetitions 10'],
  }),
  ofCase('deleteEvalCase', {
    words: 'case rm',
    done: 'case {case} is deleted.',
    examples: ['assay case rm "Helpdesk regression" "search finds refunds" --yes'],
  }),
  ofCase('listCasesByTool', {
    words: 'case by-tool',
    columns: {
      SUITE: 'suiteName',
      TITLE: 'title',
      TOOL: 'toolName',
      ARGUMENTS: ({ arguments: names }) => names.join(', '),
    },
    examples: ['assay case by-tool helpdesk --tool-name refund_order'],
    see: ['server diff'],
  }),
  ofCase('listEvalAssertionTypes', {
    words: 'case assertions',
    columns: { TYPE: 'type', STAGE: 'stage', DESCRIPTION: 'description' },
    examples: ['assay case assertions', 'assay case assertions --json type,schema'],
  }),
  commandsOf(iterations)('promoteEvalIteration', {
    words: 'case promote',
    summary: 'Make a case of what happened in a trial.',
    examples: [
      'assay case promote last iter_01kb2v7k9q2n5w8x4m6t0r1abc --suite "Helpdesk regression" --title "as on 28 November"',
    ],
  }),
];
