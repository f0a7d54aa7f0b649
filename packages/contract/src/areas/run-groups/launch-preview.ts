import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, nullable, open } from '../../schema.ts';
import { EvalRunDisclosure } from '../eval-runs/disclosure.ts';
import { CassetteInput } from '../eval-runs/execution.ts';
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

const Refusal = open(
  {
    code: Type.String(),
    message: Type.String(),
    reason: Type.Optional(Type.String({ description: 'A constant, such as BUDGET_EXHAUSTED.' })),
    path: Type.Optional(Type.String({ description: 'The field of the launch that it is about.' })),
  },
  { $id: 'EvalLaunchRefusal', description: 'Why the launch would be refused.' },
);

const Price = open(
  {
    usualUsd: nullable(Type.Number({ description: 'If every trial costs the mean of the trials with its model.' })),
    dearestUsd: nullable(
      Type.Number({ description: 'If every trial costs as much as the dearest one with its model.' }),
    ),
  },
  {
    $id: 'EvalLaunchPrice',
    description:
      "From the trials of the suite's last five completed runs; 0 where models cost nothing, null where a model has no price or none of its trials is known.",
  },
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
        refusal: Type.Optional(Refusal),
        servers: Type.Optional(servers),
        models: Type.Optional(models),
        cases: Type.Optional(cases),
        casesLeftOut,
        iterations: Type.Optional(iterations),
        maxModelCalls: Type.Optional(maxModelCalls),
        sentToModels: Type.Optional(sentToModels),
        price: Type.Optional(Price),
        expectedDurationMs: Type.Optional(
          nullable(
            Type.Integer({
              description: "At the pace of the suite's last five completed runs; null when it has none.",
            }),
          ),
        ),
      }),
      { description: 'In the order of the request. A refused target has no more than its refusal.' },
    ),
    refusal: Type.Optional(Refusal),
    openRuns: Type.Optional(openRuns),
  },
  { $id: 'EvalLaunchPreview' },
);
