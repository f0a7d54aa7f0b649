import { AuthoringService, SuitesService } from '@assay/contract/gen/assay/v1/suites';
import { implement, type Implementation } from '@assay/kit/serve';
import { authoringWork } from './authoring-work.ts';
import type { Deps } from './deps.ts';
import { attachEnvironment } from './rpc/attach-environment.ts';
import { authorSuite } from './rpc/author-suite.ts';
import { cancelAuthoringJob } from './rpc/cancel-authoring-job.ts';
import { commitAuthoringJob } from './rpc/commit-authoring-job.ts';
import { createCase } from './rpc/create-case.ts';
import { createCases } from './rpc/create-cases.ts';
import { createSuite } from './rpc/create-suite.ts';
import { deleteCase } from './rpc/delete-case.ts';
import { deleteSuite } from './rpc/delete-suite.ts';
import { draftSuite } from './rpc/draft-suite.ts';
import { ensureSuite } from './rpc/ensure-suite.ts';
import { exportSuiteFile } from './rpc/export-suite-file.ts';
import { freezeSuite } from './rpc/freeze-suite.ts';
import { generateCases } from './rpc/generate-cases.ts';
import { getAuthoringJob } from './rpc/get-authoring-job.ts';
import { getCase } from './rpc/get-case.ts';
import { getSuiteFileSchema } from './rpc/get-suite-file-schema.ts';
import { getSuite } from './rpc/get-suite.ts';
import { importCases } from './rpc/import-cases.ts';
import { importSuiteFile } from './rpc/import-suite-file.ts';
import { listAssertionTypes } from './rpc/list-assertion-types.ts';
import { listCases } from './rpc/list-cases.ts';
import { listRevisions } from './rpc/list-revisions.ts';
import { listSuites } from './rpc/list-suites.ts';
import { proposeCase } from './rpc/propose-case.ts';
import { reviewDraft } from './rpc/review-draft.ts';
import { updateCase } from './rpc/update-case.ts';
import { updateSchedule } from './rpc/update-schedule.ts';
import { updateSuite } from './rpc/update-suite.ts';

export const suites = (deps: Deps): Implementation[] => [
  implement(SuitesService, {
    createSuite: createSuite(deps),
    listSuites: listSuites(deps),
    getSuite: getSuite(deps),
    listCases: listCases(deps),
    getCase: getCase(deps),
    updateSuite: updateSuite(deps),
    deleteSuite: deleteSuite(deps),
    listRevisions: listRevisions(deps),
    attachEnvironment: attachEnvironment(deps),
    updateSchedule: updateSchedule(deps),
    importSuiteFile: importSuiteFile(deps),
    exportSuiteFile: exportSuiteFile(deps),
    createCase: createCase(deps),
    createCases: createCases(deps),
    updateCase: updateCase(deps),
    deleteCase: deleteCase(deps),
    generateCases: generateCases(deps),
    importCases: importCases(deps),
    getAuthoringJob: getAuthoringJob(deps),
    commitAuthoringJob: commitAuthoringJob(deps),
    cancelAuthoringJob: cancelAuthoringJob(deps),
    reviewDraft: reviewDraft(deps),
    listAssertionTypes: listAssertionTypes(),
    getSuiteFileSchema: getSuiteFileSchema(),
  }),
  implement(AuthoringService, {
    freezeSuite: freezeSuite(deps),
    draftSuite: draftSuite(deps),
    authorSuite: authorSuite(deps),
    proposeCase: proposeCase(deps),
    ensureSuite: ensureSuite(deps),
  }),
  authoringWork(deps.pool, deps.bell),
];
