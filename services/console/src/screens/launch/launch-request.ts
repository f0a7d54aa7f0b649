import type { EvalLaunchPreviewRequest, EvalRunCreateRequest } from '@assay/sdk';
import type { OfferedTarget } from './launch-targets.ts';

/** How a launch records or replays calls. */
export type Cassette = NonNullable<EvalRunCreateRequest['cassette']>;

/** The cassette that the address says: `record`, or `replay:{cassetteId}`. */
export function cassetteOf(text: string | undefined): Cassette | undefined {
  if (text === 'record') return { mode: 'record' };
  const cassetteId = text?.startsWith('replay:') ? text.slice('replay:'.length) : '';
  return cassetteId === '' ? undefined : { mode: 'replay', cassetteId };
}

/** The calls of models that a person allows. */
export type Approval = 'auto' | 'readOnly' | 'none';

type Common = Pick<EvalLaunchPreviewRequest, 'caseIds' | 'iterationOverride' | 'budget' | 'earlyStopping'>;

/** The question about all offered targets. */
export const previewBody = (
  common: Common,
  cassette: Cassette | undefined,
  offered: readonly OfferedTarget[],
): EvalLaunchPreviewRequest => {
  const targets = offered.flatMap(({ target }) => target ?? []);
  return { ...common, ...(cassette && { cassette }), ...(targets.length > 0 && { targets }) };
};

/** The launch: one run for one environment, client or the suite itself; else a group of runs. */
export function launchRequest(
  suiteId: string,
  taken: readonly OfferedTarget[],
  { approval, notes, ...common }: Common & { approval: Approval; notes: string },
  cassette: Cassette | undefined,
) {
  const body = {
    suiteId,
    ...common,
    ...(approval !== 'auto' && { toolApproval: approval }),
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  };
  const targets = taken.flatMap(({ target }) => target ?? []);
  const [only] = targets;
  if (targets.length > 1 || only?.arm) return { ...body, targets };
  const { arm: _arm, ...place } = only ?? {};
  return { ...body, ...place, ...(cassette && { cassette }) };
}
