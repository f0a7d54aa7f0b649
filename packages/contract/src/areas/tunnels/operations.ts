import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { CreateTunnel, Tunnel, TunnelClosed, TunnelGrant } from './documents.ts';

export const createTunnel = operation({
  method: 'POST',
  path: '/projects/{projectId}/tunnels',
  tag: 'Tunnels',
  summary: 'Save a server that dials in through a tunnel.',
  description:
    'For a server on a machine that cannot be reached from outside: `assay tunnel` creates the tunnel, dials `relayWsUrl` and hands on the traffic. Every call makes a new token; a holder of the previous token can no longer connect, and is cut off as soon as a client connects with the new one. The token opens connections for a day. An open connection lives on, as long as the maker of the token is at least a member of the project and the key that it was made with holds; it ends within a minute of either. A tunnel belongs to the person who made it: another member cannot make one of that name (409) until it lapses, that is, until it is closed, its maker loses access, or its token has expired and no connection is open. A project has at most 50 tunnels that have not lapsed (429).',
  access: 'member',
  defaultProject: true,
  service: 'diagnostics',
  input: CreateTunnel,
  status: 201,
  reply: TunnelGrant,
});

export const closeTunnel = operation({
  method: 'POST',
  path: '/projects/{projectId}/tunnels/{serverId}/close',
  tag: 'Tunnels',
  summary: 'Cut a tunnel and take its token back.',
  description:
    'The server stays saved. Closing a closed tunnel changes nothing. A tunnel that has not lapsed is closed by the person who made it, or by an admin of the project; another member is refused (403).',
  access: 'member',
  defaultProject: true,
  service: 'diagnostics',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: TunnelClosed,
});

export const getTunnel = operation({
  method: 'GET',
  path: '/projects/{projectId}/tunnels/{serverId}',
  tag: 'Tunnels',
  summary: 'Read whether the tunnel of a server is open, and when it was.',
  access: 'viewer',
  defaultProject: true,
  service: 'diagnostics',
  input: NoQuery,
  status: 200,
  reply: Tunnel,
});
