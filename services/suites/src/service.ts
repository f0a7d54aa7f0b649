import { AuthoringService, SuitesService } from '@assay/contract/gen/assay/v1/suites';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { authoringWork } from './background/authoring-watchdog.ts';
import type { Deps } from './deps.ts';
import { attachEnvironment } from './rpc/suites/attach-eval-suite-environment.ts';
import { authorSuite } from './rpc/suites/author-suite.ts';
import { cancelAuthoringJob } from './rpc/authoring/cancel-eval-authoring-job.ts';
import { commitAuthoringJob } from './rpc/authoring/commit-eval-authoring-job.ts';
import { createCase } from './rpc/cases/create-eval-case.ts';
import { createCases } from './rpc/cases/create-eval-cases.ts';
import { createSuite } from './rpc/suites/create-eval-suite.ts';
import { deleteCase } from './rpc/cases/delete-eval-case.ts';
import { deleteSuite } from './rpc/suites/delete-eval-suite.ts';
import { draftSuite } from './rpc/suites/draft-suite.ts';
import { ensureSuite } from './rpc/suites/ensure-suite.ts';
import { exportSuiteFile } from './rpc/suite-files/export-eval-suite-file.ts';
import { freezeSuite } from './rpc/suites/freeze-suite.ts';
import { generateCases } from './rpc/authoring/generate-eval-cases.ts';
import { getAuthoringJob } from './rpc/authoring/get-eval-authoring-job.ts';
import { getCase } from './rpc/cases/get-eval-case.ts';
import { getSuiteFileSchema } from './rpc/suite-files/get-eval-suite-file-schema.ts';
import { getSuite } from './rpc/suites/get-eval-suite.ts';
import { importCases } from './rpc/authoring/import-eval-cases.ts';
import { importSuiteFile } from './rpc/suite-files/import-eval-suite-file.ts';
import { listAssertionTypes } from './rpc/cases/list-eval-assertion-types.ts';
import { listCases } from './rpc/cases/list-eval-cases.ts';
import { listRevisions } from './rpc/suites/list-eval-suite-revisions.ts';
import { listSuites } from './rpc/suites/list-eval-suites.ts';
import { proposeCase } from './rpc/authoring/propose-case.ts';
import { reviewDraft } from './rpc/authoring/review-eval-case-draft.ts';
import { updateCase } from './rpc/cases/update-eval-case.ts';
import { updateSchedule } from './rpc/schedules/update-eval-suite-schedule.ts';
import { updateSuite } from './rpc/suites/update-eval-suite.ts';

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
