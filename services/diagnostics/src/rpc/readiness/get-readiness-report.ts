import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findReport } from '../../store/directory-runs/directory-runs.ts';

const unzip = promisify(gunzip);

export const getReadinessReport = ({ pool }: Deps) =>
  handle(operations.getReadinessReport, async (_caller, target) => {
    const report = await findReport(pool, 'readiness', target);
    if (!report) throw notFound('readiness report');
    return unzip(report);
  });
