import type { MeasuredStudy } from '@assay/contract/areas/study-analytics/measured-study';
import { listSignals } from '@assay/findings/mining/signals';
import type { CountedSignal } from '@assay/grading/measures/session-signal';
import type { ReadStudyMeasuresReply, ReadStudyMeasuresRequest } from '@assay/mesh/gen/assay/v1/study_measures';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { readableStudy } from '../../flows/study-analytics/readable-study.ts';
import { findCounters } from '../../store/study-analytics/study-counters.ts';

export const readStudyMeasures =
  ({ pool }: Deps): RpcHandler<ReadStudyMeasuresRequest, ReadStudyMeasuresReply> =>
  async (request, caller) => {
    const { studyId, window } = await readableStudy(pool, caller, request);
    const counters = (await findCounters(pool, studyId, 'real', window)) ?? {};
    const signals = await listSignals<CountedSignal>(pool, studyId, Object.keys(counters.signalSessions ?? {}));
    return { measures: Buffer.from(JSON.stringify({ counters, signals } satisfies MeasuredStudy)) };
  };
