import { Problem } from '@assay/contract/problem';
import type { ServerTarget } from '@assay/mcp/target';
import { savedSecretsOf } from '../mask.ts';

export interface SavedCredentials {
  /** Whether an Authorization header is saved, or a grant. */
  held: boolean;
  /** The values that go to the server and must not be shown. */
  secrets: string[];
}

/** What a server is shown of us. OAuth lives in the Authorization header; other headers may be what routes the request. */
export async function credentialsOf(target: ServerTarget): Promise<SavedCredentials> {
  const { headers = {}, tokens } = target;
  const saved = savedSecretsOf(target);
  try {
    const token = await tokens?.token();
    return {
      held: token !== undefined || hasAuthorization(headers),
      secrets: token === undefined ? saved : [...saved, token],
    };
  } catch (error) {
    if (error instanceof Problem) return { held: true, secrets: saved };
    throw error;
  }
}

/** The target as somebody sees it whom the server does not know. */
export function withoutCredentials(target: ServerTarget): ServerTarget {
  const stranger = {
    ...target,
    headers: Object.fromEntries(Object.entries(target.headers ?? {}).filter(([name]) => !isAuthorization(name))),
  };
  delete stranger.tokens;
  return stranger;
}

const isAuthorization = (name: string) => name.toLowerCase() === 'authorization';
const hasAuthorization = (headers: Record<string, string>) => Object.keys(headers).some(isAuthorization);
