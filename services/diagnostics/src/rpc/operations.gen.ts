// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { cancelConformanceRun } from './conformance/cancel-conformance-run.ts';
import { finalizeConformanceIngestRun } from './conformance/finalize-conformance-ingest-run.ts';
import { getConformanceReport } from './conformance/get-conformance-report.ts';
import { getConformanceRun } from './conformance/get-conformance-run.ts';
import { heartbeatConformanceIngestRun } from './conformance/heartbeat-conformance-ingest-run.ts';
import { listConformanceRuns } from './conformance/list-conformance-runs.ts';
import { reportConformanceRun } from './conformance/report-conformance-run.ts';
import { startConformanceIngestRun } from './conformance/start-conformance-ingest-run.ts';
import { startConformanceRun } from './conformance/start-conformance-run.ts';
import { upsertConformanceIngestReport } from './conformance/upsert-conformance-ingest-report.ts';
import { checkOAuth } from './diagnosis/check-oauth.ts';
import { lintServer } from './diagnosis/lint-server.ts';
import { runDoctor } from './diagnosis/run-doctor.ts';
import { validateServer } from './diagnosis/validate-server.ts';
import { deleteOAuthGrant } from './oauth-grants/delete-oauth-grant.ts';
import { getOAuthGrant } from './oauth-grants/get-oauth-grant.ts';
import { importOAuthTokens } from './oauth-grants/import-oauth-tokens.ts';
import { callTool } from './primitives/call-tool.ts';
import { completeArgument } from './primitives/complete-argument.ts';
import { getPrompt } from './primitives/get-prompt.ts';
import { listPrompts } from './primitives/list-prompts.ts';
import { listResourceTemplates } from './primitives/list-resource-templates.ts';
import { listResources } from './primitives/list-resources.ts';
import { listTools } from './primitives/list-tools.ts';
import { readResource } from './primitives/read-resource.ts';
import { cancelReadinessRun } from './readiness/cancel-readiness-run.ts';
import { getReadinessReport } from './readiness/get-readiness-report.ts';
import { getReadinessRun } from './readiness/get-readiness-run.ts';
import { listReadinessRuns } from './readiness/list-readiness-runs.ts';
import { startClaudeReadinessRun } from './readiness/start-claude-readiness-run.ts';
import { startOpenAIReadinessRun } from './readiness/start-open-ai-readiness-run.ts';
import { beginConnectionAuthorization } from './server-connections/begin-connection-authorization.ts';
import { cancelServerConnection } from './server-connections/cancel-server-connection.ts';
import { createServerConnection } from './server-connections/create-server-connection.ts';
import { finishConnectionAuthorization } from './server-connections/finish-connection-authorization.ts';
import { getOauthClientMetadata } from './server-connections/get-oauth-client-metadata.ts';
import { getServerConnection } from './server-connections/get-server-connection.ts';
import { openConnectionHandoff } from './server-connections/open-connection-handoff.ts';
import { retryServerConnectionValidation } from './server-connections/retry-server-connection-validation.ts';
import { getServerSkill } from './server-skills/get-server-skill.ts';
import { listServerSkills } from './server-skills/list-server-skills.ts';
import { readServerSkillFile } from './server-skills/read-server-skill-file.ts';
import { diffServer } from './surfaces/diff-server.ts';
import { exportServer } from './surfaces/export-server.ts';
import { getServerSurface } from './surfaces/get-server-surface.ts';
import { listServerSurfaces } from './surfaces/list-server-surfaces.ts';
import { closeTunnel } from './tunnels/close-tunnel.ts';
import { createTunnel } from './tunnels/create-tunnel.ts';

/** Every operation of the diagnostics service with its handler. */
export const diagnosticsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('diagnostics'), {
    cancelConformanceRun: cancelConformanceRun(deps),
    finalizeConformanceIngestRun: finalizeConformanceIngestRun(deps),
    getConformanceReport: getConformanceReport(deps),
    getConformanceRun: getConformanceRun(deps),
    heartbeatConformanceIngestRun: heartbeatConformanceIngestRun(deps),
    listConformanceRuns: listConformanceRuns(deps),
    reportConformanceRun: reportConformanceRun(deps),
    startConformanceIngestRun: startConformanceIngestRun(deps),
    startConformanceRun: startConformanceRun(deps),
    upsertConformanceIngestReport: upsertConformanceIngestReport(deps),
    checkOAuth: checkOAuth(deps),
    lintServer: lintServer(deps),
    runDoctor: runDoctor(deps),
    validateServer: validateServer(deps),
    deleteOAuthGrant: deleteOAuthGrant(deps),
    getOAuthGrant: getOAuthGrant(deps),
    importOAuthTokens: importOAuthTokens(deps),
    callTool: callTool(deps),
    completeArgument: completeArgument(deps),
    getPrompt: getPrompt(deps),
    listPrompts: listPrompts(deps),
    listResourceTemplates: listResourceTemplates(deps),
    listResources: listResources(deps),
    listTools: listTools(deps),
    readResource: readResource(deps),
    cancelReadinessRun: cancelReadinessRun(deps),
    getReadinessReport: getReadinessReport(deps),
    getReadinessRun: getReadinessRun(deps),
    listReadinessRuns: listReadinessRuns(deps),
    startClaudeReadinessRun: startClaudeReadinessRun(deps),
    startOpenAIReadinessRun: startOpenAIReadinessRun(deps),
    beginConnectionAuthorization: beginConnectionAuthorization(deps),
    cancelServerConnection: cancelServerConnection(deps),
    createServerConnection: createServerConnection(deps),
    finishConnectionAuthorization: finishConnectionAuthorization(deps),
    getOauthClientMetadata: getOauthClientMetadata(deps),
    getServerConnection: getServerConnection(deps),
    openConnectionHandoff: openConnectionHandoff(deps),
    retryServerConnectionValidation: retryServerConnectionValidation(deps),
    getServerSkill: getServerSkill(deps),
    listServerSkills: listServerSkills(deps),
    readServerSkillFile: readServerSkillFile(deps),
    diffServer: diffServer(deps),
    exportServer: exportServer(deps),
    getServerSurface: getServerSurface(deps),
    listServerSurfaces: listServerSurfaces(deps),
    closeTunnel: closeTunnel(deps),
    createTunnel: createTunnel(deps),
  });
