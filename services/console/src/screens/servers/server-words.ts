import type { ReplyOf } from '../../data/operations.ts';
import type { MarkKind } from '../../components/mark/mark.tsx';

/** A row of the list of servers. */
export type ListedServer = ReplyOf<'listProjectServers'>['items'][number];
export type ServerState = 'unusable' | 'look' | 'well' | 'unknown';

/** The states in the order of what the reader has to do. */
export const states: readonly { id: ServerState; kind: MarkKind; group: string; chip: string }[] = [
  { id: 'unusable', kind: 'failed', group: 'Cannot be used', chip: 'cannot be used' },
  { id: 'look', kind: 'warning', group: 'Ready, with something to look at', chip: 'to look at' },
  { id: 'unknown', kind: 'pending', group: 'Never diagnosed', chip: 'never diagnosed' },
  { id: 'well', kind: 'passed', group: 'Ready, nothing to look at', chip: 'nothing to look at' },
];

export const stateOf = ({ state = 'unknown' }: ListedServer): ServerState => state;
export const kindOfState = (state: ServerState): MarkKind => states.find(({ id }) => id === state)!.kind;

/** The remark about a server that is ready, in a few words. */
export function remarkOf({ state, surfaceChange, lastDiagnosis }: ListedServer): string {
  if (state === 'well') return 'ready';
  if ((surfaceChange?.breaking ?? 0) > 0) return 'breaks callers';
  switch (lastDiagnosis?.cause) {
    case 'oauth_metadata_faulty':
      return 'refuses some clients';
    case 'slow':
      return 'answers slowly';
    default:
      return lastDiagnosis?.status === 'partial' ? 'a list fails' : (lastDiagnosis?.cause ?? 'ready');
  }
}

const transports = { 'streamable-http': 'Streamable HTTP', sse: 'HTTP+SSE', stdio: 'standard input and output' };

/** How a server is reached, in one word. */
export const overWord = ({ transportType, url = '' }: ListedServer): string =>
  transportType === 'stdio' ? 'command' : /\/tunnels\/[0-9a-f]{32}$/.test(url) ? 'tunnel' : 'HTTP';

/** How a server is reached, in full. */
export const transportOf = (server: ListedServer): string =>
  transports[server.lastDiagnosis?.transport ?? (server.transportType === 'stdio' ? 'stdio' : 'streamable-http')];

/** How callers get in, in one or two words; an en dash where no diagnosis came that far. */
export function signInWord({ signIn, lastDiagnosis }: ListedServer): string {
  if (signIn === 'required') return 'asked for';
  if (lastDiagnosis?.status === 'error') return '–';
  return signIn === undefined ? '–' : { none: 'none', headers: 'headers', oauth: 'OAuth' }[signIn];
}

/** The address of a server, or its command. */
export const placeOf = ({ url, command, args = [] }: ListedServer): string => url ?? [command, ...args].join(' ');

const stageWords: Readonly<Record<string, string>> = {
  probe: 'Probe',
  connection: 'Connection',
  initialization: 'Initialize',
  capabilities: 'Capabilities',
  tools: 'Tools',
  resources: 'Resources',
  resourceTemplates: 'Resource templates',
  prompts: 'Prompts',
};

/** The word of a stage of a diagnosis. */
export const stageWord = (stage: string | undefined): string => stageWords[stage ?? ''] ?? 'Probe';

/** The address at which a diagnosis found the server instead. */
export function betterAddress({ lastDiagnosis }: Pick<ListedServer, 'lastDiagnosis'>): string | undefined {
  const found = lastDiagnosis?.evidence?.['answersAt'];
  return typeof found === 'string' && URL.canParse(found) ? found : undefined;
}

/** The places of the evidence that show the cause. */
export const citedPlaces = (evidence: Readonly<Record<string, unknown>>): { pointer: string }[] =>
  ['answersAt', 'validTo', 'code', 'found'].filter((key) => key in evidence).map((key) => ({ pointer: `/${key}` }));
