import { DiagnosticsService } from '@assay/contract/gen/assay/v1/diagnostics';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { callTool } from '../rpc/call-tool.ts';
import { listTools } from '../rpc/list-tools.ts';
import { runDoctor } from '../rpc/run-doctor.ts';
import { validateServer } from '../rpc/validate-server.ts';

/** Talks to saved servers on request. */
export const diagnosis = (deps: Deps): Implementation[] => [implement(DiagnosticsService, {
  validateServer: validateServer(deps),
  runDoctor: runDoctor(deps),
  checkOauth: notYet,
  listTools: listTools(deps),
  listPrompts: notYet,
  listResources: notYet,
  listResourceTemplates: notYet,
  callTool: callTool(deps),
  getPrompt: notYet,
  readResource: notYet,
  completeArgument: notYet,
  listServerSkills: notYet,
  getServerSkill: notYet,
  readServerSkillFile: notYet,
})];
