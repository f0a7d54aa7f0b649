import { Problem } from '@assay/contract/problem';
import type { ServerTarget } from '@assay/mcp/target';

/**
 * Whether an Authorization header or a grant is saved. Only the Authorization header counts as OAuth; other headers may
 * be needed for routing.
 */
export async function holdsCredential({ headers = {}, tokens }: ServerTarget): Promise<boolean> {
  try {
    return (await tokens?.token()) !== undefined || hasAuthorization(headers);
  } catch (error) {
    if (error instanceof Problem) return true;
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
