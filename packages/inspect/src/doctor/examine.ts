import type { InitInfo } from '@assay/contract/documents/diagnostics';
import type { Problem } from '@assay/contract/problem';
import { discoverOAuth } from '@assay/mcp/oauth/discover';
import type { Session } from '@assay/mcp/session';
import type { Target } from '@assay/mcp/target';
import type { Findings, Outcome } from './findings.ts';
import { initInfo } from '../init-info.ts';
import type { Subject } from '../subject.ts';
import { attempt } from './attempt.ts';
import { readLists } from './read-lists.ts';

/**
 * Examines a server: a probe as a stranger, the connection with the saved credentials (the probe's own when none is
 * saved), then its lists. Never takes what was learnt of the server before for granted.
 */
export async function examine({ target, connect, ties }: Subject): Promise<Findings> {
  const stranger = asStranger(target);
  const hasCredential = stranger !== target;
  const probe = await attempt(() => connect({ as: stranger }));
  const found = { probe: infoOf(probe), hasCredential };
  const oauth = 'problem' in probe && probe.problem.code === 'OAUTH_REQUIRED'
    ? await describeOAuth(target, probe.problem) : undefined;
  if (oauth && !hasCredential) return { ...found, oauth };

  const connection = hasCredential ? await attempt(() => connect()) : probe;
  try {
    const lists = 'value' in connection ? await readLists(connection.value, ties) : undefined;
    return { ...found, ...(oauth && { oauth }), connection: infoOf(connection), ...(lists && { lists }) };
  } finally {
    for (const session of new Set([probe, connection].flatMap((outcome) => ('value' in outcome ? [outcome.value] : [])))) void session.close();
  }
}

/** How to get the grant that the server asks for. */
async function describeOAuth(target: Target, { details }: Problem): Promise<NonNullable<Findings['oauth']>> {
  const named = details?.['resourceMetadataUrl'];
  const { resourceMetadata: _resource, authorizationServerMetadata: _server, ...found } = await discoverOAuth(target, typeof named === 'string' ? { resourceMetadataUrl: named } : {});
  return found;
}

/** OAuth lives in the Authorization header; other headers may be what routes the request. */
function asStranger(target: Target): Target {
  const others = Object.entries(target.headers ?? {}).filter(([name]) => name.toLowerCase() !== 'authorization');
  return others.length === Object.keys(target.headers ?? {}).length ? target : { ...target, headers: Object.fromEntries(others) };
}

const infoOf = (outcome: Outcome<Session>): Outcome<InitInfo> => ('value' in outcome ? { value: initInfo(outcome.value.info) } : outcome);
