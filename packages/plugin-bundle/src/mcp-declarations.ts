import { HEADER_NAME } from '@assay/contract/areas/servers/header-names';
import { isObject } from '@assay/contract/json';
import { HEADER_TEXT } from '@assay/contract/header-text';
import type { BundleNote, Noted } from './bundle-note.ts';

/** An MCP server that a plugin declares, in the format of `mcpServers`. */
export interface DeclaredServer {
  /** Its key in `mcpServers`. */
  name: string;
  connection: { transportType: 'http'; url: string } | { transportType: 'stdio'; command: string; args: string[] };
  /** Names of headers, or of environment variables, whose values the declaration leaves to the installation. */
  missing: string[];
  /** Header or variable of `missing` → the variable that its value ends with, which a secret of that name can fill in. */
  references: Record<string, VariableReference>;
  /** Header or variable → the value that the declaration gives. */
  given: Record<string, string>;
}

/** The value of a header or an environment variable: a text such as `Bearer `, and the value of a variable. */
export interface VariableReference {
  prefix?: string;
  variable: string;
}

export interface DeclaredServers extends Noted {
  servers: DeclaredServer[];
  /** Declarations that no client of this platform can connect to. */
  unsupported: number;
}

const headerName = new RegExp(HEADER_NAME, 'u');
const headerText = new RegExp(HEADER_TEXT, 'u');
const MAX_SERVERS = 50;
const MAX_ARGS = 200;
const MAX_VALUES = 100;
const NAME = /^[\w.-]{1,64}$/;
/** A reference to a value of the machine that the plugin is installed on. */
const REFERENCE = /\$\{[^${}]*\}/;
/** A text that ends with a reference without a default value; editors write `env:` and `input:` before its name. */
const ENDS_WITH_REFERENCE = /^([^$]{0,256})\$\{(?:env:|input:)?([^${}:]{1,200})\}$/;
/** The folder that a client unpacks a plugin to. */
const PLUGIN_FOLDER = /\$\{(?:CLAUDE_|CODEX_)?PLUGIN_ROOT\}/;

/** The keys of editors for their map of servers: Claude, Cursor and Windsurf; VS Code; Zed. */
const SERVER_KEYS = ['mcpServers', 'servers', 'context_servers'];
/** The keys of editors for the address of a server: most of them; Windsurf; Gemini. */
const URL_KEYS = ['url', 'serverUrl', 'httpUrl'];
const TYPES = ['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'sse', 'stdio'];
/** A program with its arguments in one text. */
const COMMAND_LINE = /^(?:npx|uvx|uv|node|deno|bun|bunx|python3?|docker|sh|bash)\s+\S/;

/** The map of declarations in a file of servers; without a key of its own the whole file is the map. */
export function declarationsIn(file: Record<string, unknown>): unknown {
  // The settings of VS Code have its own file under one key.
  const { mcp } = file;
  if (isObject(mcp) && isObject(mcp['servers'])) return mcp['servers'];
  const key = SERVER_KEYS.find((each) => {
    const map = file[each];
    return each === 'mcpServers' ? map !== undefined : isObject(map) && Object.values(map).every(isObject);
  });
  return key === undefined ? file : file[key];
}

/**
 * Reads a map of declarations. A server whose program is in the bundle is unsupported: nothing of a bundle is ever
 * unpacked or started.
 */
export function readDeclarations(value: Record<string, unknown>, path: string): DeclaredServers {
  const declared: DeclaredServers = { servers: [], unsupported: 0, faults: [], warnings: [] };
  const entries = Object.entries(value);
  if (entries.length > MAX_SERVERS)
    return { ...declared, faults: [{ path, message: `declares more than ${MAX_SERVERS} servers` }] };
  for (const [name, declaration] of entries) {
    const server = NAME.test(name)
      ? readDeclaration(name, declaration)
      : { fault: 'has a name that is not 1 to 64 letters, digits, ".", "_" and "-"' };
    const note = (message: string): BundleNote => ({
      path,
      message: `declares a server ${JSON.stringify(name.slice(0, 100))} that ${message}`,
    });
    if ('fault' in server) declared.faults.push(note(server.fault));
    else if ('unsupported' in server) {
      declared.unsupported++;
      declared.warnings.push(note(server.unsupported));
    } else declared.servers.push(server);
  }
  return declared;
}

function readDeclaration(
  name: string,
  declaration: unknown,
): DeclaredServer | { fault: string } | { unsupported: string } {
  if (!isObject(declaration)) return { fault: 'is not an object' };
  const { command, args = [], headers = {}, env = {}, cwd, disabled, enabled } = declaration;
  const type = declaration.type ?? declaration.transport;
  const url = URL_KEYS.map((key) => declaration[key]).find((value) => value !== undefined);
  if (disabled === true || enabled === false) return { unsupported: 'is disabled' };
  if (url !== undefined && command !== undefined) return { fault: 'has a url and a command' };
  if (type !== undefined && !TYPES.includes(type as string))
    return { unsupported: `has the type ${JSON.stringify(type)}` };
  if (typeof url === 'string') return remote(name, url, headers);
  if (typeof command !== 'string' || command === '') return { fault: 'has neither a url nor a command' };
  if (Array.isArray(args) && args.length === 0 && COMMAND_LINE.test(command))
    return { unsupported: 'has its arguments in its command: write them as a list `args`' };
  if (!Array.isArray(args) || args.length > MAX_ARGS || !args.every((arg) => typeof arg === 'string'))
    return { fault: `has args that are not a list of at most ${MAX_ARGS} texts` };
  if ([command, ...args].some((word) => PLUGIN_FOLDER.test(word)))
    return { unsupported: 'starts a program of the bundle, which is never unpacked' };
  if (cwd !== undefined) return { unsupported: 'has a working directory' };
  if ([command, ...args].some((word) => REFERENCE.test(word)))
    return { unsupported: 'refers to a variable in its command' };
  const values = readValues(env);
  return values
    ? { name, connection: { transportType: 'stdio', command, args }, ...values }
    : { fault: 'has an env that is not a map of texts' };
}

function remote(
  name: string,
  url: string,
  headers: unknown,
): DeclaredServer | { fault: string } | { unsupported: string } {
  if (REFERENCE.test(url)) return { unsupported: 'refers to a variable in its url' };
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { fault: 'has a url that is not http or https' };
  const { username, password } = new URL(url);
  if (username || password) return { fault: 'has a user name or password in its url' };
  const values = readValues(headers);
  const unfit = values && [...values.missing, ...Object.keys(values.given)].find((header) => !headerName.test(header));
  if (unfit !== undefined)
    return { fault: `has the header ${JSON.stringify(unfit.slice(0, 100))}, which cannot be set` };
  const texts = values && [
    ...Object.values(values.given),
    ...Object.values(values.references).flatMap(({ prefix }) => prefix ?? []),
  ];
  if (texts && !texts.every((text) => headerText.test(text)))
    return { fault: 'has a header with line breaks or characters that no header may hold' };
  return values
    ? { name, connection: { transportType: 'http', url }, ...values }
    : { fault: 'has headers that are not a map of texts' };
}

/** Values that are given, and the names of the ones that refer to a variable; undefined when it is not a map of texts. */
function readValues(values: unknown): Pick<DeclaredServer, 'missing' | 'references' | 'given'> | undefined {
  if (!isObject(values)) return undefined;
  const entries = Object.entries(values);
  if (entries.length > MAX_VALUES || !entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    return undefined;
  return {
    missing: entries.flatMap(([key, value]) => (REFERENCE.test(value) ? [key] : [])),
    references: Object.fromEntries(
      entries.flatMap(([key, value]) => {
        const [, prefix, variable] = ENDS_WITH_REFERENCE.exec(value) ?? [];
        return variable === undefined ? [] : [[key, { ...(prefix && { prefix }), variable }]];
      }),
    ),
    given: Object.fromEntries(entries.filter(([, value]) => !REFERENCE.test(value))),
  };
}
