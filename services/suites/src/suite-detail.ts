import type { EvalSuiteDetail } from '@assay/contract/documents/suite';
import type { Db } from '@assay/kit/db';
import { toSchedule } from './domain/schedule.ts';
import type { StoredSuite } from './domain/suite-record.ts';
import { toDetail } from './domain/suite-view.ts';
import { findSchedule } from './store/schedules.ts';

/** A suite as the API shows it. */
export const detailOf = async (db: Db, suite: StoredSuite): Promise<EvalSuiteDetail> =>
  toDetail(suite, toSchedule(await findSchedule(db, suite.id)));
