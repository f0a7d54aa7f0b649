// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { cancelEvalAuthoringJob } from './authoring/cancel-eval-authoring-job.ts';
import { commitEvalAuthoringJob } from './authoring/commit-eval-authoring-job.ts';
import { generateEvalCases } from './authoring/generate-eval-cases.ts';
import { getEvalAuthoringJob } from './authoring/get-eval-authoring-job.ts';
import { importEvalCases } from './authoring/import-eval-cases.ts';
import { reviewEvalCaseDraft } from './authoring/review-eval-case-draft.ts';
import { createEvalCase } from './cases/create-eval-case.ts';
import { createEvalCases } from './cases/create-eval-cases.ts';
import { deleteEvalCase } from './cases/delete-eval-case.ts';
import { getEvalCase } from './cases/get-eval-case.ts';
import { listEvalAssertionTypes } from './cases/list-eval-assertion-types.ts';
import { listEvalCases } from './cases/list-eval-cases.ts';
import { updateEvalCase } from './cases/update-eval-case.ts';
import { updateEvalSuiteSchedule } from './schedules/update-eval-suite-schedule.ts';
import { exportEvalSuiteFile } from './suite-files/export-eval-suite-file.ts';
import { getEvalSuiteFileSchema } from './suite-files/get-eval-suite-file-schema.ts';
import { importEvalSuiteFile } from './suite-files/import-eval-suite-file.ts';
import { attachEvalSuiteEnvironment } from './suites/attach-eval-suite-environment.ts';
import { createEvalSuite } from './suites/create-eval-suite.ts';
import { getEvalSuite } from './suites/get-eval-suite.ts';
import { listEvalSuiteRevisions } from './suites/list-eval-suite-revisions.ts';
import { listEvalSuites } from './suites/list-eval-suites.ts';
import { updateEvalSuite } from './suites/update-eval-suite.ts';

/** Every operation of the suites service with its handler. */
export const suitesOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('suites'), {
    cancelEvalAuthoringJob: cancelEvalAuthoringJob(deps),
    commitEvalAuthoringJob: commitEvalAuthoringJob(deps),
    generateEvalCases: generateEvalCases(deps),
    getEvalAuthoringJob: getEvalAuthoringJob(deps),
    importEvalCases: importEvalCases(deps),
    reviewEvalCaseDraft: reviewEvalCaseDraft(deps),
    createEvalCase: createEvalCase(deps),
    createEvalCases: createEvalCases(deps),
    deleteEvalCase: deleteEvalCase(deps),
    getEvalCase: getEvalCase(deps),
    listEvalAssertionTypes: listEvalAssertionTypes(deps),
    listEvalCases: listEvalCases(deps),
    updateEvalCase: updateEvalCase(deps),
    updateEvalSuiteSchedule: updateEvalSuiteSchedule(deps),
    exportEvalSuiteFile: exportEvalSuiteFile(deps),
    getEvalSuiteFileSchema: getEvalSuiteFileSchema(deps),
    importEvalSuiteFile: importEvalSuiteFile(deps),
    attachEvalSuiteEnvironment: attachEvalSuiteEnvironment(deps),
    createEvalSuite: createEvalSuite(deps),
    getEvalSuite: getEvalSuite(deps),
    listEvalSuiteRevisions: listEvalSuiteRevisions(deps),
    listEvalSuites: listEvalSuites(deps),
    updateEvalSuite: updateEvalSuite(deps),
  });
