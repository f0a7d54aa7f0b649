import { ImageBuildReport } from '@assay/contract/areas/images/build-work';
import { parser } from '@assay/kit/json/parse';
import { oneByOne } from '@assay/work/queue/queued-work';
import type { WorkResult } from '@assay/work/service/work-source';
import { endOfBuild, failedBuild, type BuildEnd } from '../../domain/images/build-end.ts';
import { completeBuild } from '../../store/images/image-builds.ts';

const parse = parser(ImageBuildReport);

/** Stores the ends of builds; a build that ended before, or whose image was deleted, stays as it is. */
export const settleBuilds = oneByOne((tx, { id, result }) => completeBuild(tx, id, endOf(result)));

function endOf(result: WorkResult): BuildEnd {
  if ('error' in result) return failedBuild(result.error.message);
  let report: ImageBuildReport;
  try {
    report = parse(result.output);
  } catch {
    return failedBuild("The runner's report of the build could not be read.");
  }
  return endOfBuild(report);
}
