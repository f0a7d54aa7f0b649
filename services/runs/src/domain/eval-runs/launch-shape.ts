import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { faultProblem } from '@assay/contract/fault';

/** Refuses contradictory fields before anything is read: a launch names a saved suite, or writes a new one. */
export function assertLaunchShape(body: CreateEvalRun): void {
  if (body.suiteId === undefined) checkNewSuite(body);
  else {
    for (const key of ['tests', 'suiteName', 'suiteDescription'] as const) {
      if (body[key] !== undefined)
        throw faultProblem({ path: `/${key}`, message: 'belongs to a new suite and cannot be combined with suiteId' });
    }
  }
  assertPercent(body.passCriteria?.minimumPassRate, '/passCriteria/minimumPassRate');
  checkCassette(body);
}

function checkNewSuite(body: CreateEvalRun): void {
  for (const key of ['caseIds', 'environmentId', 'runGroupId'] as const)
    if (body[key] !== undefined) throw faultProblem({ path: `/${key}`, message: 'needs suiteId' });
  for (const key of ['tests', 'suiteName', 'serverIds'] as const) {
    if (body[key] === undefined)
      throw faultProblem({ path: `/${key}`, message: 'is required unless suiteId is given' });
  }
  if ((body.hosts?.length ?? 0) > 1 && body.namedHostId === undefined)
    throw faultProblem({ path: '/namedHostId', message: 'is required to choose among several hosts' });
}

/** @throws when a percent is most likely a fraction. */
export function assertPercent(rate: number | undefined, path: string): void {
  if (rate !== undefined && rate > 0 && rate < 1)
    throw faultProblem({ path, message: 'is a percentage; a value between 0 and 1 looks like a fraction' });
}

function checkCassette({ cassette }: CreateEvalRun): void {
  if (!cassette) return;
  const path = '/cassette/cassetteId';
  if (cassette.mode === 'record' && cassette.cassetteId !== undefined)
    throw faultProblem({ path, message: 'is not allowed here: a run that records makes a new cassette' });
  if (cassette.mode !== 'record' && cassette.cassetteId === undefined)
    throw faultProblem({ path, message: 'is required to replay' });
}
