import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open } from '../../schema.ts';
import { Name } from '../../text.ts';

export type CreateTunnel = Static<typeof CreateTunnel>;
export const CreateTunnel = closed(
  {
    name: Name({
      maxLength: 128,
      description: 'The name of the saved server: an existing one is led through the tunnel, otherwise one is saved.',
    }),
  },
  { $id: 'TunnelCreateRequest' },
);

export type TunnelGrant = Static<typeof TunnelGrant>;
export const TunnelGrant = open(
  {
    serverId: Id,
    name: Type.String(),
    existed: Type.Boolean({ description: 'The project had a server of that name.' }),
    previousUrl: Type.Optional(Type.String({ description: 'The earlier address of that server, if it had another.' })),
    previousTransportType: Type.Optional(Type.String()),
    slug: Type.String(),
    url: Type.String({ description: "The saved server's address. It answers only the platform itself." }),
    connectToken: Type.String({
      description:
        'The token of the dialling side. It is shown here and never again; the previous one is no longer valid.',
    }),
    connectTokenExpiresAt: EpochMs('Until when the token opens a connection. An open connection stays.'),
    relayWsUrl: Type.String({ description: 'Where to dial.' }),
    secretVersion: Type.Integer({ description: 'How many tokens the tunnel has had.' }),
  },
  { $id: 'TunnelGrant' },
);

export const TunnelClosed = open({ serverId: Id, status: Type.Literal('closed') }, { $id: 'TunnelClosed' });

const TunnelOpening = open(
  {
    openedAt: EpochMs(),
    openedBy: { ...Id, description: 'The user whose token opened it.' },
    requests: Type.Integer({ description: 'Requests that it carried; a few seconds old while it is open.' }),
    endedAt: Type.Optional(EpochMs('Absent while it is open.')),
    end: Type.Optional(
      oneOf(['disconnected', 'closed', 'replaced', 'lost'], {
        description:
          '`disconnected`: the command ended; `closed`: a person closed the tunnel, or its maker lost access; `replaced`: another connection took its place; `lost`: the gateway that held it vanished.',
      }),
    ),
  },
  { $id: 'TunnelOpening' },
);
export type Tunnel = Static<typeof Tunnel>;
export const Tunnel = open(
  {
    serverId: Id,
    status: oneOf(['open', 'waiting', 'closed', 'none'], {
      description: '`waiting`: a token could open it; `closed`: none could; `none`: the server never had a tunnel.',
    }),
    createdBy: Type.Optional({ ...Id, description: 'The user who made the present token.' }),
    connectTokenExpiresAt: Type.Optional(EpochMs('Absent when it is closed.')),
    url: Type.Optional(Type.String({ description: 'The address of the server while it is led through the tunnel.' })),
    openings: Type.Array(TunnelOpening, { description: 'The last 20, the newest first.' }),
  },
  { $id: 'Tunnel' },
);
