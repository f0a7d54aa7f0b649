import type { DoctorReport } from '@assay/contract/documents/diagnostics';
import type { ReadinessEvidence } from '@assay/contract/documents/readiness-work';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { doctor } from '@assay/inspect/doctor/doctor';
import type { Subject } from '@assay/inspect/subject';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import type { Target } from '@assay/mcp/target';
import { readWidgets } from './read-widgets.ts';

/** Of the client that gathers it. */
export const SDK_VERSION = '2.4.0';

const LISTS = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;

/** Looks at a server as its doctor does, and at what directories ask of it besides. Calls no tool. */
export async function gatherEvidence(subject: Subject, server: SavedServer): Promise<ReadinessEvidence> {
  const { target } = subject;
  const report = await doctor(subject, {}) as DoctorReport;
  const [stranger, credential, oauth] = await Promise.all([howStrangersFare(subject, report), credentialOf(target, server), oauthOf(target, report)]);
  const surface = surfaceOf(report);
  const { protocol, hostname, searchParams } = new URL(target.url);
  return {
    version: 1, sdkVersion: SDK_VERSION,
    endpoint: { scheme: protocol.slice(0, -1), host: hostname, queryNames: [...new Set(searchParams.keys())] },
    connection: connectionOf(report), stranger, credential, ...(oauth && { oauth }), ...(surface && { surface }),
    unread: surface ? LISTS.flatMap((list) => (report.checks[list].status === 'error' ? [{ list, message: report.checks[list].detail }] : [])) : [],
    widgets: surface ? await readWidgets(subject, surface) : [],
  };
}

function connectionOf({ status, initInfo, probe, error }: DoctorReport): ReadinessEvidence['connection'] {
  if (initInfo) return { status: 'connected', transport: initInfo.transport, answered: true };
  const told = error ? { code: error.code, message: error.message } : {};
  return { status: status === 'oauth_required' ? 'needs-grant' : 'failed', ...told, answered: probe !== null && probe.status !== 'error' };
}

/** The doctor's probe leaves out the Authorization header alone; any other saved header may open the door, too. */
async function howStrangersFare({ target, connect }: Subject, { probe }: DoctorReport): Promise<ReadinessEvidence['stranger']> {
  if (probe?.status === 'oauth_required') return 'needs-grant';
  if (probe?.status !== 'ready') return isRefusal(probe?.error?.code) ? 'refused' : 'unknown';
  if (Object.keys(target.headers ?? {}).length === 0) return 'admitted';
  const { headers: _headers, tokens: _tokens, ...stranger } = target;
  try {
    void (await connect({ as: stranger })).close();
    return 'admitted';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'OAUTH_REQUIRED' ? 'needs-grant' : isRefusal(error.code) ? 'refused' : 'unknown';
  }
}

const isRefusal = (code: string | undefined): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN';

async function credentialOf({ tokens, headers = {} }: Target, { authMethod }: SavedServer): Promise<ReadinessEvidence['credential']> {
  if (await tokens?.token().catch(lostGrant) !== undefined) return authMethod === 'client_credentials' ? 'client-credentials' : 'grant';
  return Object.keys(headers).length > 0 ? 'header' : 'none';
}

/** The doctor's report says what is the matter with a grant that cannot be used. */
function lostGrant(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  return undefined;
}

async function oauthOf(target: Target, { probe }: DoctorReport): Promise<ReadinessEvidence['oauth']> {
  if (!probe?.oauth.required) return undefined;
  const { resourceMetadataUrl: named } = probe.oauth;
  const { resourceMetadata, resourceMetadataUrl, authorizationServerMetadata, authorizationServerMetadataUrl, registrationStrategies, faults } = await discoverOAuth(target, named === undefined ? {} : { resourceMetadataUrl: named });
  const methods = authorizationServerMetadata?.code_challenge_methods_supported;
  return {
    ...(resourceMetadata && resourceMetadataUrl && { resourceMetadataUrl }), ...(authorizationServerMetadataUrl && { authorizationServerMetadataUrl }),
    registrationStrategies, ...(methods && { codeChallengeMethods: methods }), faults: faults.map(({ message }) => message),
  };
}

/** What the report shows of the server's offer, with the `_meta` back in its tools. */
function surfaceOf({ initInfo, tools, toolsMetadata, resources, resourceTemplates, prompts }: DoctorReport): ReadinessEvidence['surface'] {
  if (!initInfo) return undefined;
  const { protocolVersion, serverInfo, capabilities, instructions } = initInfo;
  const whole = tools.map((tool) => (toolsMetadata[tool.name] === undefined ? tool : { ...tool, _meta: toolsMetadata[tool.name] as Record<string, unknown> }));
  return { protocolVersion, ...(serverInfo && { serverInfo }), capabilities, ...(instructions !== undefined && { instructions }), tools: whole, resources, resourceTemplates, prompts };
}
