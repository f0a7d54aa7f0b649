import type { ImageBuildReport } from '@assay/contract/areas/images/build-work';
import { keptText } from '@assay/kit/text/kept-text';

/** The end of a build, as it is stored. */
export interface BuildEnd {
  status: 'ready' | 'failed';
  digest: string | null;
  error: string | null;
  logPreview: string | null;
}

/** At most this many characters of the end of a builder's output are kept, and of an error. */
const [MAX_LOG, MAX_ERROR] = [4_000, 1_000];

/** The end of a build from its runner's report; a report without a digest is the end of a failed build. */
export function endOfBuild({ digest, error, log }: ImageBuildReport): BuildEnd {
  const logPreview = keptText(log.slice(-MAX_LOG).toWellFormed(), MAX_LOG);
  return digest === undefined
    ? { ...failedBuild(error ?? 'The builder reported no image.'), logPreview }
    : { status: 'ready', digest, error: null, logPreview };
}

/** The end of a build that no runner reported on. */
export const failedBuild = (error: string): BuildEnd => ({
  status: 'failed',
  digest: null,
  error: keptText(error, MAX_ERROR),
  logPreview: null,
});
