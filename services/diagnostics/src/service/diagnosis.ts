import { DiagnosticsService } from '@assay/contract/gen/assay/v1/diagnostics';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { checkOauth } from '../rpc/diagnosis/check-oauth.ts';
import { callTool } from '../rpc/primitives/call-tool.ts';
import { completeArgument } from '../rpc/primitives/complete-argument.ts';
import { getPrompt } from '../rpc/primitives/get-prompt.ts';
import { getServerSkill } from '../rpc/server-skills/get-server-skill.ts';
import { listPrompts } from '../rpc/primitives/list-prompts.ts';
import { listResourceTemplates } from '../rpc/primitives/list-resource-templates.ts';
import { listResources } from '../rpc/primitives/list-resources.ts';
import { listServerSkills } from '../rpc/server-skills/list-server-skills.ts';
import { listTools } from '../rpc/primitives/list-tools.ts';
import { readResource } from '../rpc/primitives/read-resource.ts';
import { readServerSkillFile } from '../rpc/server-skills/read-server-skill-file.ts';
import { runDoctor } from '../rpc/diagnosis/run-doctor.ts';
import { validateServer } from '../rpc/diagnosis/validate-server.ts';

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
