import { isIP } from 'node:net';
import type { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { addressClassOf } from '@assay/egress/address-class';
import { doctorWithLists } from '@assay/inspect/doctor/doctor';
import type { InspectedServer } from '@assay/inspect/inspected-server';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import { PRIMITIVE_LISTS } from '@assay/mcp/requests/pages';
import type { ServerTarget } from '@assay/mcp/target';
import { keptLists, type ListName } from './kept-lists.ts';
import { boundedCopy } from './bounded-copy.ts';
import { NOTHING_FURTHER, readFurther } from './read-further.ts';

/** The version of the MCP client that gathers the evidence. */
export const SDK_VERSION = '2.4.0';

/** These lists were read to their end; only their items have issues. */
const ITEMS_ALONE: ReadonlySet<string | undefined> = new Set(['items_invalid', 'names_repeated']);
const LISTS = Object.keys(PRIMITIVE_LISTS) as ListName[];
/** At most this much of each part of the handshake is kept, in characters. */
const MAX_PART = 100_000;

/** Inspects a server as its doctor does, and checks what directories ask in addition. Calls no tool. */
export async function gatherEvidence(subject: InspectedServer, server: SavedServer): Promise<ReadinessEvidence> {
  const { target } = subject;
  let seen: Surface | undefined;
  const { report, raw } = await doctorWithLists({
    ...subject,
    seen: (surface) => {
      seen = surface;
    },
  });
  const [stranger, credential, oauth] = await Promise.all([
    howStrangersFare(subject, report),
    credentialOf(target, server),
    oauthOf(target, report),
  ]);
  const { lists, unread, flaws } = keptLists(raw);
  const surface = surfaceOf(report, lists);
  const broken = LISTS.flatMap((list) =>
    report.checks[list].status === 'error'
      ? [{ list, message: report.checks[list].detail, isAll: ITEMS_ALONE.has(report.checks[list].cause) }]
      : [],
  );
  const { protocol, hostname, searchParams } = new URL(target.url);
  const address = hostname.replace(/^\[|\]$/g, '');
  const evidence: ReadinessEvidence = {
    version: 1,
    sdkVersion: SDK_VERSION,
    endpoint: {
      scheme: protocol.slice(0, -1),
      host: hostname,
      ...(isIP(address) > 0 && { addressClass: addressClassOf(address) }),
      queryNames: [...new Set(searchParams.keys())],
      trustsMore: target.egress.trustsMore ?? false,
    },
    connection: connectionOf(report),
    stranger,
    credential,
    ...given({ oauth, surface }),
    isWhole: seen !== undefined && unread.length === 0 && flaws.length === 0,
    unread: [...broken.filter(({ isAll }) => !isAll).map(({ list, message }) => ({ list, message })), ...unread],
    flaws: [...broken.filter(({ isAll }) => isAll).map(({ list, message }) => ({ list, message })), ...flaws],
    ...(surface ? await readFurther(subject, surface) : NOTHING_FURTHER),
  };
  return subject.hide(evidence);
}

function connectionOf({ status, initInfo, probe, error, checks }: DoctorReport): ReadinessEvidence['connection'] {
  if (initInfo) return { status: 'connected', transport: initInfo.transport, answered: true };
  const cause = checks.connection.cause ?? checks.probe.cause;
  const told = { ...given({ code: error?.code, message: error?.message, cause }) };
  return {
    status: status === 'oauth_required' ? 'needs-grant' : 'failed',
    ...told,
    answered: probe !== null && probe.status !== 'error',
  };
}

/**
 * Connects without any saved header. The doctor's probe leaves out only the Authorization header, but another saved
 * header may open the server, too.
 */
async function howStrangersFare(
  { target, connect }: InspectedServer,
  { probe }: DoctorReport,
): Promise<ReadinessEvidence['stranger']> {
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

async function credentialOf(
  { tokens, headers = {} }: ServerTarget,
  { authMethod }: SavedServer,
): Promise<ReadinessEvidence['credential']> {
  if ((await tokens?.token().catch(lostGrant)) !== undefined)
    return authMethod === 'client_credentials' ? 'client-credentials' : 'grant';
  return Object.keys(headers).length > 0 ? 'header' : 'none';
}

/** The doctor's report says what is wrong with a grant that cannot be used. */
function lostGrant(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  return undefined;
}

async function oauthOf(target: ServerTarget, { probe }: DoctorReport): Promise<ReadinessEvidence['oauth']> {
  if (!probe?.oauth.required) return undefined;
  const { resourceMetadataUrl: named } = probe.oauth;
  const {
    resourceMetadata,
    resourceMetadataUrl,
    authorizationServerMetadata,
    authorizationServerMetadataUrl,
    registrationStrategies,
    faults,
  } = await discoverOAuth(target, named === undefined ? {} : { resourceMetadataUrl: named });
  const { code_challenge_methods_supported: methods, grant_types_supported: grantTypes } =
    authorizationServerMetadata ?? {};
  return {
    ...(resourceMetadata && resourceMetadataUrl && { resourceMetadataUrl }),
    ...(authorizationServerMetadataUrl && { authorizationServerMetadataUrl }),
    registrationStrategies,
    ...given({ codeChallengeMethods: methods, grantTypes }),
    faults: faults.map(({ code, message }) => ({ code, message })),
  };
}

/** The surface: the kept parts of the handshake, with the lists. */
function surfaceOf({ initInfo }: DoctorReport, lists: Pick<Surface, ListName>): Surface | undefined {
  if (!initInfo) return undefined;
  const { protocolVersion, serverInfo, capabilities, instructions } = initInfo;
  const fit = (part: Record<string, unknown>) => {
    const { value } = boundedCopy(part);
    return JSON.stringify(value).length > MAX_PART ? {} : (value as Record<string, unknown>);
  };
  return {
    protocolVersion,
    ...(serverInfo && { serverInfo: fit(serverInfo) }),
    capabilities: fit(capabilities),
    ...given({ instructions: instructions?.slice(0, MAX_PART) }),
    ...lists,
  };
}
