import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const getServerSkill = (deps: Deps) =>
  handle(operations.getServerSkill, (_caller, address, input) => askServer(deps, address, 'getServerSkill', input));

export const listServerSkills = (deps: Deps) =>
  handle(operations.listServerSkills, (_caller, address, input) => askServer(deps, address, 'listServerSkills', input));

export const readServerSkillFile = (deps: Deps) =>
  handle(operations.readServerSkillFile, (_caller, address, input) =>
    askServer(deps, address, 'readServerSkillFile', input),
  );
