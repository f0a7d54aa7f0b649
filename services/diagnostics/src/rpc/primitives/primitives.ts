import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { askServer } from '../../flows/inspections/inspect-server.ts';

export const completeArgument = (deps: Deps) =>
  handle(operations.completeArgument, (_caller, address, input) => askServer(deps, address, 'completeArgument', input));

export const getPrompt = (deps: Deps) =>
  handle(operations.getPrompt, (_caller, address, input) => askServer(deps, address, 'getPrompt', input));

export const listPrompts = (deps: Deps) =>
  handle(operations.listPrompts, (_caller, address, input) => askServer(deps, address, 'listPrompts', input));

export const listResourceTemplates = (deps: Deps) =>
  handle(operations.listResourceTemplates, (_caller, address, input) =>
    askServer(deps, address, 'listResourceTemplates', input),
  );

export const listResources = (deps: Deps) =>
  handle(operations.listResources, (_caller, address, input) => askServer(deps, address, 'listResources', input));

export const listTools = (deps: Deps) =>
  handle(operations.listTools, (_caller, address, input) => askServer(deps, address, 'listTools', input));

export const readResource = (deps: Deps) =>
  handle(operations.readResource, (_caller, address, input) => askServer(deps, address, 'readResource', input));
