import { EvalCase, EvalCasePage, GetEvalCase, ListEvalCases } from '../documents/case.ts';
import {
  CreateEvalSuite, EvalSuiteCreated, EvalSuiteDetail, EvalSuitePage, GetEvalSuite, ListEvalSuites,
} from '../documents/suite.ts';
import { SuitesService } from '../gen/assay/v1/suites.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval suites', access: 'member', service: 'suites' } as const;

export const createEvalSuite = operation({
  ...common,
  method: 'POST', path: '/projects/{projectId}/eval-suites',
  summary: 'Author a runnable suite with its cases; nothing runs.',
  description: [
    'The suite and all of its cases are stored in one step, or nothing is, so `caseUpsert.failed` is always empty.',
    'Servers are looked up but not connected to: a server that is down now may be up when the suite runs. Whether a model can be executed is checked when a run starts.',
    'A `toolCall` step names one of the suite\'s servers by its name. A case whose steps call tools without any prompt needs no model; with no assertion of its own it passes when its calls succeed (no check that the result renders is added).',
    'Steps of kind `interact` are refused for now, as there is no browser to perform them.',
    'A project has one suite of a name; a second answers 409.',
  ].join('\n\n'),
  rpc: SuitesService.createSuite,
  input: CreateEvalSuite, status: 201, reply: EvalSuiteCreated,
});

export const listEvalSuites = operation({
  ...common,
  method: 'GET', path: '/projects/{projectId}/eval-suites',
  summary: 'List the suites of a project, newest first, each with its latest run.',
  rpc: SuitesService.listSuites,
  input: ListEvalSuites, status: 200, reply: EvalSuitePage,
});

export const getEvalSuite = operation({
  ...common,
  method: 'GET', path: '/projects/{projectId}/eval-suites/{suiteId}',
  summary: 'Read a suite and its settings.',
  rpc: SuitesService.getSuite,
  input: GetEvalSuite, status: 200, reply: EvalSuiteDetail,
});

export const listEvalCases = operation({
  ...common,
  method: 'GET', path: '/projects/{projectId}/eval-suites/{suiteId}/cases',
  summary: 'List the cases of a suite in the order they were written.',
  rpc: SuitesService.listCases,
  input: ListEvalCases, status: 200, reply: EvalCasePage,
});

export const getEvalCase = operation({
  ...common,
  method: 'GET', path: '/projects/{projectId}/eval-suites/{suiteId}/cases/{caseId}',
  summary: 'Read one case.',
  rpc: SuitesService.getCase,
  input: GetEvalCase, status: 200, reply: EvalCase,
});
