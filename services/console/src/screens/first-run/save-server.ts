import { Problem } from '@assay/sdk';
import { client } from '../../data/client.ts';

type NewServer = Parameters<typeof client.createProjectServer>[1];

/** At most this many names are tried for a server that the person gave none. */
const MAX_NAMES = 20;

/**
 * Saves a server; returns its id. A name that the person did not type gets a number while another server has it.
 * @throws Problem CONFLICT for a typed name that is taken.
 */
export async function saveServer(projectId: string, server: NewServer, isNameTyped: boolean): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? server.name : `${server.name} ${number}`;
    try {
      return (await client.createProjectServer({ projectId }, { ...server, name })).id;
    } catch (error) {
      const isTaken = error instanceof Problem && error.code === 'CONFLICT';
      if (!isTaken || isNameTyped || number === MAX_NAMES) throw error;
    }
  }
}

/** The name of a server that introduces itself as `told`, or else of its address or command. */
export function nameOf(told: unknown, place: string): string {
  const text = typeof told === 'string' && told.trim() !== '' ? told : (URL.parse(place)?.hostname ?? place);
  return (
    text
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(0, 80) || 'server'
  );
}

/** Why a server was not saved, at the field that it is about. */
export function faultsOf(error: Error | null): { name?: string; url?: string; command?: string; other?: Error } {
  if (!error) return {};
  if (!(error instanceof Problem)) return { other: error };
  if (error.code === 'CONFLICT') return { name: error.message };
  const issues = (
    (error.body as { details?: { issues?: { path: string; message: string }[] } }).details?.issues ?? []
  ).map(({ path, message }) => [path.split('/')[1] ?? '', `The ${path.split('/')[1] ?? 'value'} ${message}.`] as const);
  const known = Object.fromEntries(issues.filter(([field]) => ['name', 'url', 'command'].includes(field)));
  return Object.keys(known).length > 0 ? known : { other: error };
}
