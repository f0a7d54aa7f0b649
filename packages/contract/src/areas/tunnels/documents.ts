import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open } from '../../schema.ts';
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
