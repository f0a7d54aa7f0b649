import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { isObject } from '@assay/contract/json';
import { forbidden, reasons } from '@assay/contract/problem';

/** Credentials that a runner holds itself, with the only place that they may go to. */
type OwnEntry = { headers?: Record<string, string>; env?: Record<string, string> } & (
  | { origin: string }
  | { command: string; args: string[] }
);

/** The entries by server id, or by project id and server name: `srv_…` or `prj_…/<name>`. */
export type OwnCredentials = ReadonlyMap<string, OwnEntry>;

export const NO_CREDENTIALS: OwnCredentials = new Map();

export const OWN_CREDENTIALS_FORM =
  '{"<server id>" or "<project id>/<server name>": {"origin": "https://host", "headers": {…}}}, or with "command", "args" and "env" for a server that is a command';

const PLACE = /^(srv_|prj_[^/]+\/)./;
const HTTP_FIELDS = new Set(['origin', 'headers']);
const COMMAND_FIELDS = new Set(['command', 'args', 'env']);

/** Parses a JSON text of the form that `OWN_CREDENTIALS_FORM` says; undefined for any other text. */
export function ownCredentials(text: string): OwnCredentials | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(read)) return undefined;
  const entries = Object.entries(read).map(([place, entry]) => [place, entryIn(entry)] as const);
  return entries.every((each): each is [string, OwnEntry] => PLACE.test(each[0]) && each[1] !== undefined)
    ? new Map(entries)
    : undefined;
}

function entryIn(read: unknown): OwnEntry | undefined {
  if (!isObject(read)) return undefined;
  const { origin, headers = {}, command, args = [], env = {} } = read;
  const fields = origin === undefined ? COMMAND_FIELDS : HTTP_FIELDS;
  if (!Object.keys(read).every((field) => fields.has(field)) || !areTexts(headers) || !areTexts(env)) return undefined;
  if (typeof origin === 'string') return URL.parse(origin)?.origin === origin ? { origin, headers } : undefined;
  if (typeof command !== 'string' || !Array.isArray(args)) return undefined;
  return args.every((each) => typeof each === 'string') ? { command, args, env } : undefined;
}

const areTexts = (read: unknown): read is Record<string, string> =>
  isObject(read) && Object.values(read).every((each) => typeof each === 'string');

type NamedServer = Pick<SavedServer, 'projectId' | 'id' | 'name'>;

/** The entry for a server, wherever the server is by now. */
const entryFor = (own: OwnCredentials, { projectId, id, name }: NamedServer): OwnEntry | undefined =>
  own.get(id) ?? own.get(`${projectId}/${name}`);

/** Whether this runner holds the credentials of a server itself. */
export const holdsCredentials = (own: OwnCredentials, server: NamedServer): boolean =>
  entryFor(own, server) !== undefined;

/**
 * The entry for a server that is still at the place that the entry names.
 * @throws Problem FORBIDDEN when the server was changed to another origin, command or arguments.
 */
export function ownEntryFor(
  own: OwnCredentials,
  server: NamedServer & Pick<SavedServer, 'transport' | 'url' | 'command' | 'args'>,
): OwnEntry | undefined {
  const entry = entryFor(own, server);
  if (!entry || isAt(entry, server)) return entry;
  const { id: serverId, name, transport } = server;
  throw forbidden(
    `The runner holds credentials for server "${name}", and they are bound to another ${transport === 'stdio' ? 'command or other arguments' : 'origin'}: the operator of the runner has to change RUNNER_CREDENTIALS, or the server has to be as it was.`,
    { serverId, reason: reasons.RUNNER_CREDENTIALS_MISMATCH, setting: 'RUNNER_CREDENTIALS' },
  );
}

function isAt(
  entry: OwnEntry,
  { transport, url, command, args }: Pick<SavedServer, 'transport' | 'url' | 'command' | 'args'>,
) {
  if ('origin' in entry) return transport === 'http' && URL.parse(url)?.origin === entry.origin;
  return (
    transport === 'stdio' &&
    command === entry.command &&
    args.length === entry.args.length &&
    args.every((each, i) => each === entry.args[i])
  );
}
