import { checkRelease } from '../releases/check-release.ts';
import { newestRelease } from '../releases/release-folder.ts';
import { skippedOutcome, type CheckStep } from '../step.ts';

/** Refuses what breaks clients, data or a rollback of the newest release. */
export const releaseStep: CheckStep = {
  name: 'release',
  run: async () => {
    const release = await newestRelease();
    return release ? checkRelease(release) : skippedOutcome('there is no release to compare with');
  },
};
