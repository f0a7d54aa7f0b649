import { operations } from '@assay/contract/operations';
import { judgeVersion } from '@assay/grading/judging/judge-version';
import { CALIBRATION_FLOOR, ownCalibrationOf, judgeCalibrationOf } from '@assay/grading/judging/judge-calibration';
import { handle } from '@assay/kit/rpc/handle';
import { grantedModelId } from '@assay/launching/usable-model';
import type { Deps } from '../../deps.ts';
import { judgeAgreements, countTies } from '../../domain/judges/agreements.ts';
import { grantModels } from '../../flows/eval-runs/prepare-launch.ts';
import { listRated } from '../../store/judges/labels.ts';
import { freezeSuite } from '../../flows/eval-runs/suites.ts';

export const getEvalJudgeAgreement = ({ pool, suites, catalog }: Deps) =>
  handle(operations.getEvalJudgeAgreement, async ({ organizationId = '', keyId }, { projectId, suiteId }) => {
    const [
      {
        judge: { model: asked, threshold, rubric },
      },
      rated,
    ] = await Promise.all([freezeSuite(suites, projectId, suiteId), listRated(pool, suiteId)]);
    const byVersion = judgeAgreements(rated);
    const measured = new Map([...byVersion].map(([version, { agreement }]) => [version, agreement]));
    const granted = await grantModels(catalog, {
      projectId,
      organizationId,
      suiteId,
      keyId,
      runId: '',
      models: asked === null ? [] : [asked],
      keys: undefined,
    });
    const model = grantedModelId(granted, asked) ?? asked;
    const current = model === null ? null : judgeVersion({ model, threshold, rubric });
    return {
      suiteId,
      floor: CALIBRATION_FLOOR,
      ties: countTies(rated),
      current:
        current === null
          ? null
          : {
              judgeVersion: current,
              model: model!,
              threshold,
              standing: judgeCalibrationOf(current, measured),
            },
      versions: [...byVersion.values()]
        .toSorted((a, b) => b.newest.askedAt.getTime() - a.newest.askedAt.getTime())
        .map(({ agreement, newest, disagreements }) => ({
          judgeVersion: newest.judgeVersion,
          model: newest.model,
          threshold: newest.threshold,
          lastUsedAt: newest.askedAt.getTime(),
          standing: ownCalibrationOf(agreement),
          agreement,
          disagreements,
        })),
    };
  });
