import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, open } from '../../schema.ts';
import { EvalRunDisclosure } from '../eval-runs/disclosure.ts';
import { CassetteInput } from '../eval-runs/execution.ts';
import { launchExpectation, LaunchRefusal } from './launch-expectation.ts';
import { CreateEvalRunGroup, RunGroupTarget } from './documents.ts';

const { caseIds, iterationOverride, importApprovals, requireAllCases, budget, earlyStopping, maxSteps } =
  CreateEvalRunGroup.properties;

/** The body that asks what a launch of a suite would do and cost. */
export type PreviewEvalLaunch = Static<typeof PreviewEvalLaunch>;
export const PreviewEvalLaunch = closed(
  {
    targets: Type.Optional(
      Type.Array(RunGroupTarget, {
        minItems: 1,
        maxItems: 20,
        description: "Of one launch, or of several that are weighed; the suite's own target when absent.",
      }),
    ),
    caseIds,
    iterationOverride,
    importApprovals,
    requireAllCases,
    budget,
    earlyStopping,
    maxSteps,
    cassette: Type.Optional(CassetteInput),
  },
  { $id: 'EvalLaunchPreviewRequest' },
);

const { models, iterations, maxModelCalls, cases, casesLeftOut, sentToModels, servers, openRuns } =
  EvalRunDisclosure.properties;

/** The work and the cost of a launch at each target, and the refusals that it would have. */
export type EvalLaunchPreview = Static<typeof EvalLaunchPreview>;
export const EvalLaunchPreview = open(
  {
    suiteId: Id,
    suiteName: Type.String(),
    suiteRevision: Type.Integer(),
    targets: Type.Array(
      open({
        target: open(
          { ...RunGroupTarget.properties, name: Type.Optional(Type.String()) },
          { description: "As it was asked for; empty for the suite's own target." },
        ),
        environmentRevision: Type.Optional(Type.Integer()),
        refusal: Type.Optional(LaunchRefusal),
        servers: Type.Optional(servers),
        models: Type.Optional(models),
        cases: Type.Optional(cases),
        casesLeftOut,
        iterations: Type.Optional(iterations),
        maxModelCalls: Type.Optional(maxModelCalls),
        sentToModels: Type.Optional(sentToModels),
        ...launchExpectation,
      }),
      { description: 'In the order of the request. A refused target has no more than its refusal.' },
    ),
    refusal: Type.Optional(LaunchRefusal),
    openRuns: Type.Optional(openRuns),
  },
  { $id: 'EvalLaunchPreview' },
);
