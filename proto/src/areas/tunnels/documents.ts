import { Type, type Static } from 'typebox';
import { closed, EpochMs, Id, open } from '../../schema.ts';
import { Name } from '../../text.ts';

export type CreateTunnel = Static<typeof CreateTunnel>;
export const CreateTunnel = closed(
  {
    name: Name({
      maxLength: 128,
      description: 'Of the saved server: one of this name is led through the tunnel, else one is saved.',
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
    previousUrl: Type.Optional(Type.String({ description: 'Where that server was before, if it was elsewhere.' })),
    previousTransportType: Type.Optional(Type.String()),
    slug: Type.String(),
    url: Type.String({ description: "The saved server's address. Only the platform itself is answered there." }),
    connectToken: Type.String({
      description:
        'What the dialling side shows. It is shown here and never again; the one before it is good no longer.',
    }),
    connectTokenExpiresAt: EpochMs('Until when the token opens a connection. One that is open stays.'),
    relayWsUrl: Type.String({ description: 'Where to dial.' }),
    secretVersion: Type.Integer({ description: 'How many tokens the tunnel has had.' }),
  },
  { $id: 'TunnelGrant' },
);

export const TunnelClosed = open({ serverId: Id, status: Type.Literal('closed') }, { $id: 'TunnelClosed' });
