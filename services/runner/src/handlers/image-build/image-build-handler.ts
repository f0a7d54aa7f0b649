import type { ImageBuildReport, ImageBuildTask } from '@assay/contract/areas/images/build-work';
import { NotForUs, type WorkFunction } from '@assay/work/runner/within-time';
import type { BuilderSettings } from './builder-settings.ts';
import { runBuild } from './run-build.ts';

/** Handles work items of kind `image-build`: builds a sandbox image and pushes it. A repeated build pushes the same tag. */
export const imageBuildHandler =
  (builder: BuilderSettings): WorkFunction =>
  async (item, { signal, phase }) => {
    const task = JSON.parse(item.task.toString()) as ImageBuildTask;
    if ((task.version as number) !== 1) throw new NotForUs();
    phase('building');
    const report: ImageBuildReport = { version: 1, ...(await runBuild(builder, task, signal)) };
    return Buffer.from(JSON.stringify(report));
  };
