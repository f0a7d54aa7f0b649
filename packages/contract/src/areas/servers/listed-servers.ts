import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open, page, pageQuery } from '../../schema.ts';
import { Prose } from '../../text.ts';
import { ServerState, SignIn } from './diagnoses.ts';
import { Server, ServerTag, transportType } from './documents.ts';

const counted = (description: string) => Type.Record(Type.String(), Type.Integer(), { description });

export type ServerCounts = Static<typeof ServerCounts>;
export const ServerCounts = open(
  {
    total: Type.Integer({ description: 'Servers that fit every filter.' }),
    states: counted('By state.'),
    causes: counted('Unusable servers by first cause.'),
    transports: counted('By transport.'),
    signIns: counted('By sign-in; servers that were never diagnosed are in none.'),
    tags: counted('By tag.'),
  },
  { $id: 'ProjectServerCounts', description: 'Each group counts servers that fit all other filters.' },
);
export type ServerPage = Static<typeof ServerPage>;
export const ServerPage = open(
  {
    ...page(Server, '').properties,
    counts: Type.Optional(ServerCounts),
  },
  { $id: 'ProjectServerPage' },
);

export type ListServers = Static<typeof ListServers>;
export const ListServers = open(
  {
    ...pageQuery('', 200, 500).properties,
    enabled: Type.Optional(Type.Boolean({ description: 'Filters by whether the server is switched on.' })),
    tag: Type.Optional(ServerTag),
    q: Type.Optional(Prose(200, { description: 'Part of the name, the address, the command or a tag, in any case.' })),
    state: Type.Optional(ServerState),
    transport: Type.Optional(transportType),
    signIn: Type.Optional(SignIn),
    sort: Type.Optional(
      oneOf(['newest', 'name', 'state'], {
        description: '`state`: the worst first, servers with one first cause side by side. `newest` when absent.',
      }),
    ),
    counts: Type.Optional(Type.Boolean({ description: 'Whether the page has `counts`.' })),
  },
  { $id: 'ListProjectServers' },
);
