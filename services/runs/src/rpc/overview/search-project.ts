import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findInProject } from '../../flows/overview/search-project.ts';

export const searchProject = (deps: Deps) =>
  handle(operations.searchProject, (caller, { projectId }, query) => findInProject(deps, caller, projectId, query));
