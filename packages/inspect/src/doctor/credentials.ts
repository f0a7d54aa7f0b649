import { Problem } from '@assay/contract/problem';
import type { ServerTarget } from '@assay/mcp/target';
import { savedSecretsOf } from '../mask.ts';

export interface SavedCredentials {
  /** Whether an Authorization header or a grant is saved. */
  held: boolean;
  /** The saved values that must not be shown. */
  secrets: string[];
}

/**
 * The saved credentials of a server. Only the Authorization header counts as OAuth; other headers may be needed for
 * routing.
 */
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

/** The target without its credentials. */
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
