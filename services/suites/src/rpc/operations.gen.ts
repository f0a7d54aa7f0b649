// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/mesh/rpc/operation-rpc';
import { onFirstCall } from '@assay/kit/rpc/handler';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';

/** Every operation of the suites service with its handler, which is loaded with its first call. */
export const suitesOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('suites'), {
    cancelEvalAuthoringJob: onFirstCall(async () => (await import('./authoring/cancel-eval-authoring-job.ts')).cancelEvalAuthoringJob(deps)),
    commitEvalAuthoringJob: onFirstCall(async () => (await import('./authoring/commit-eval-authoring-job.ts')).commitEvalAuthoringJob(deps)),
    draftEvalCaseFromSession: onFirstCall(async () => (await import('./authoring/draft-eval-case-from-session.ts')).draftEvalCaseFromSession(deps)),
    generateEvalCases: onFirstCall(async () => (await import('./authoring/generate-eval-cases.ts')).generateEvalCases(deps)),
    getEvalAuthoringJob: onFirstCall(async () => (await import('./authoring/get-eval-authoring-job.ts')).getEvalAuthoringJob(deps)),
    importEvalCases: onFirstCall(async () => (await import('./authoring/import-eval-cases.ts')).importEvalCases(deps)),
    listEvalAuthoringJobs: onFirstCall(async () => (await import('./authoring/list-eval-authoring-jobs.ts')).listEvalAuthoringJobs(deps)),
    listEvalCaseDrafts: onFirstCall(async () => (await import('./authoring/list-eval-case-drafts.ts')).listEvalCaseDrafts(deps)),
    reviewEvalCaseDraft: onFirstCall(async () => (await import('./authoring/review-eval-case-draft.ts')).reviewEvalCaseDraft(deps)),
    createEvalCase: onFirstCall(async () => (await import('./cases/create-eval-case.ts')).createEvalCase(deps)),
    createEvalCases: onFirstCall(async () => (await import('./cases/create-eval-cases.ts')).createEvalCases(deps)),
    deleteEvalCase: onFirstCall(async () => (await import('./cases/delete-eval-case.ts')).deleteEvalCase(deps)),
    getEvalCase: onFirstCall(async () => (await import('./cases/get-eval-case.ts')).getEvalCase(deps)),
    listCasesByTool: onFirstCall(async () => (await import('./cases/list-cases-by-tool.ts')).listCasesByTool(deps)),
    listEvalAssertionTypes: onFirstCall(async () => (await import('./cases/list-eval-assertion-types.ts')).listEvalAssertionTypes(deps)),
    listEvalCases: onFirstCall(async () => (await import('./cases/list-eval-cases.ts')).listEvalCases(deps)),
    updateEvalCase: onFirstCall(async () => (await import('./cases/update-eval-case.ts')).updateEvalCase(deps)),
    listProjectSchedules: onFirstCall(async () => (await import('./schedules/list-project-schedules.ts')).listProjectSchedules(deps)),
    updateEvalSuiteSchedule: onFirstCall(async () => (await import('./schedules/update-eval-suite-schedule.ts')).updateEvalSuiteSchedule(deps)),
    countServerUses: onFirstCall(async () => (await import('./servers/count-server-uses.ts')).countServerUses(deps)),
    getServerUses: onFirstCall(async () => (await import('./servers/get-server-uses.ts')).getServerUses(deps)),
    exportEvalSuiteFile: onFirstCall(async () => (await import('./suite-files/export-eval-suite-file.ts')).exportEvalSuiteFile(deps)),
    getEvalSuiteFileSchema: onFirstCall(async () => (await import('./suite-files/get-eval-suite-file-schema.ts')).getEvalSuiteFileSchema(deps)),
    importEvalSuiteFile: onFirstCall(async () => (await import('./suite-files/import-eval-suite-file.ts')).importEvalSuiteFile(deps)),
    archiveEvalSuite: onFirstCall(async () => (await import('./suites/archive-eval-suite.ts')).archiveEvalSuite(deps)),
    attachEvalSuiteEnvironment: onFirstCall(async () => (await import('./suites/attach-eval-suite-environment.ts')).attachEvalSuiteEnvironment(deps)),
    createEvalSuite: onFirstCall(async () => (await import('./suites/create-eval-suite.ts')).createEvalSuite(deps)),
    getEvalSuite: onFirstCall(async () => (await import('./suites/get-eval-suite.ts')).getEvalSuite(deps)),
    listEvalSuiteRevisions: onFirstCall(async () => (await import('./suites/list-eval-suite-revisions.ts')).listEvalSuiteRevisions(deps)),
    listEvalSuites: onFirstCall(async () => (await import('./suites/list-eval-suites.ts')).listEvalSuites(deps)),
    restoreEvalSuite: onFirstCall(async () => (await import('./suites/restore-eval-suite.ts')).restoreEvalSuite(deps)),
    restoreEvalSuiteRevision: onFirstCall(async () => (await import('./suites/restore-eval-suite-revision.ts')).restoreEvalSuiteRevision(deps)),
    updateEvalSuite: onFirstCall(async () => (await import('./suites/update-eval-suite.ts')).updateEvalSuite(deps)),
  });
