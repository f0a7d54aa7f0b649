import { getServerSkill as operation } from '@assay/contract/operations/skills';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const getServerSkill = (deps: Deps) =>
  handle(operation, (_caller, address, input) => askServer(deps, address, 'getServerSkill', input));
