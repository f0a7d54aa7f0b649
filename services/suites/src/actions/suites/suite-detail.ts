import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import type { Db } from '@assay/kit/postgres/db';
import { describedSchedule } from '../../domain/schedules/schedule.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { toDetail } from '../../domain/suites/suite-view.ts';
import { findSchedule } from '../../store/schedules/schedules.ts';

/** A suite as the API shows it. */
export const detailOf = async (db: Db, suite: StoredSuite): Promise<EvalSuiteDetail> =>
  toDetail(suite, describedSchedule(await findSchedule(db, suite.id)));
