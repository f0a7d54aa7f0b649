import { DiagnosticsService } from '@assay/contract/gen/assay/v1/diagnostics';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { checkOauth } from '../rpc/check-oauth.ts';
import { callTool } from '../rpc/call-tool.ts';
import { completeArgument } from '../rpc/complete-argument.ts';
import { getPrompt } from '../rpc/get-prompt.ts';
import { getServerSkill } from '../rpc/get-server-skill.ts';
import { listPrompts } from '../rpc/list-prompts.ts';
import { listResourceTemplates } from '../rpc/list-resource-templates.ts';
import { listResources } from '../rpc/list-resources.ts';
import { listServerSkills } from '../rpc/list-server-skills.ts';
import { listTools } from '../rpc/list-tools.ts';
import { readResource } from '../rpc/read-resource.ts';
import { readServerSkillFile } from '../rpc/read-server-skill-file.ts';
import { runDoctor } from '../rpc/run-doctor.ts';
import { validateServer } from '../rpc/validate-server.ts';

/** Talks to saved servers on request. */
export const diagnosis = (deps: Deps): Implementation[] => [
  implement(DiagnosticsService, {
    validateServer: validateServer(deps),
    runDoctor: runDoctor(deps),
    checkOauth: checkOauth(deps),
    listTools: listTools(deps),
    listPrompts: listPrompts(deps),
    listResources: listResources(deps),
    listResourceTemplates: listResourceTemplates(deps),
    callTool: callTool(deps),
    getPrompt: getPrompt(deps),
    readResource: readResource(deps),
    completeArgument: completeArgument(deps),
    listServerSkills: listServerSkills(deps),
    getServerSkill: getServerSkill(deps),
    readServerSkillFile: readServerSkillFile(deps),
  }),
];
