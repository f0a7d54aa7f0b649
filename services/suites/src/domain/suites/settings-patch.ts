import type { SuiteSettingsPatch } from '@assay/contract/areas/suites/settings';
import { withCurrentNames } from '@assay/grading/matching/match-options';
import { isPerCase } from '@assay/suite-file/rules/settings-rules';
import { sortedOnce } from '../cases/sorted-once.ts';
import { withoutNoRubric, type SuiteBody } from './suite-record.ts';
import { withoutNull } from '@assay/contract/patches/without-null';

/**
 * Settings after a patch: absent leaves alone, null clears, a value replaces; match options, validity and judge are merged.
 * A suite that is switched to per-case grading loses its accuracy.
 */
export function patchedSettings(body: SuiteBody, patch: SuiteSettingsPatch): SuiteBody {
  const { matchOptions, validity, judge, suppressedSuiteStandardCheckIds: off, ...plain } = patch;
  const next = withoutNull<SuiteBody>({
    ...body,
    ...plain,
    ...(matchOptions !== undefined && {
      matchOptions: matchOptions && { ...withCurrentNames(body.matchOptions ?? {}), ...withCurrentNames(matchOptions) },
    }),
    ...(validity !== undefined && { validity: validity && { ...body.validity, ...validity } }),
    ...(judge && { judge: withoutNoRubric({ ...body.judge, ...judge }) }),
    ...(off && { suppressedSuiteStandardCheckIds: sortedOnce(off) }),
  });
  if (!isPerCase(next) || isPerCase(body) || patch.minimumAccuracy !== undefined) return next;
  const { minimumAccuracy: _, ...perCase } = next;
  return perCase;
}
