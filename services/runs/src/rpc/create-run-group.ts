import { createEvalRunGroup as operation } from '@assay/contract/operations/launches';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { launcherOf } from '../launcher-of.ts';
import { launchGroup } from '../run-group.ts';

export const createRunGroup = (deps: Deps) =>
  handle(operation, (caller, target, body) => launchGroup(deps, launcherOf(caller, target, body.idempotencyKey), body));
