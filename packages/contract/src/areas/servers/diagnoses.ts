import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { Cause } from '../diagnosis/cause.ts';
import { DoctorChecks } from '../diagnosis/documents.ts';

export type ServerState = Static<typeof ServerState>;
export const ServerState = oneOf(['unusable', 'look', 'well', 'unknown'], {
  description:
    'By the last diagnosis: `unusable` answers no call, `look` is ready with a remark of the diagnosis or a breaking change since its previous surface, `well` is ready without one, `unknown` was never diagnosed. Absent in a server that is unknown.',
});

export type SignIn = Static<typeof SignIn>;
export const SignIn = oneOf(['none', 'headers', 'oauth', 'required'], {
  description:
    'How the last diagnosis got in: without credentials, with saved headers, with an OAuth token; `required`: the server asks for a sign-in, and none was made.',
});

export type ServerDiagnosis = Static<typeof ServerDiagnosis>;
export const ServerDiagnosis = open(
  {
    id: Id,
    serverId: Id,
    diagnosedAt: EpochMs(),
    diagnosedBy: Type.Optional({ ...Id, description: 'The user who asked for it.' }),
    status: oneOf(['ready', 'oauth_required', 'partial', 'error'], { description: 'The status of the report.' }),
    stage: Type.Optional(
      oneOf(
        ['probe', 'connection', 'initialization', 'capabilities', 'tools', 'resources', 'resourceTemplates', 'prompts'],
        { description: 'The first check with a cause; absent when no check has one.' },
      ),
    ),
    cause: Type.Optional(Cause),
    explanation: Type.Optional(Type.String()),
    nextStep: Type.Optional(Type.String()),
    evidence: Type.Optional(record({ description: 'Absent in lists.' })),
    durationMs: Type.Number({ description: 'How long the diagnosis took.' }),
    signIn: SignIn,
    transport: Type.Optional(oneOf(['streamable-http', 'sse', 'stdio'])),
    protocolVersion: Type.Optional(Type.String({ description: 'The revision of MCP that both sides agreed on.' })),
    serverVersion: Type.Optional(Type.String({ description: 'As the server introduces itself.' })),
    toolCount: Type.Optional(Type.Integer({ description: 'Absent when its tools were not read.' })),
    resourceCount: Type.Optional(Type.Integer({ description: 'Absent when its resources were not read.' })),
    promptCount: Type.Optional(Type.Integer({ description: 'Absent when its prompts were not read.' })),
    checks: Type.Optional(DoctorChecks),
  },
  {
    $id: 'ServerDiagnosis',
    description:
      'What is kept of a report of the doctor; `checks` of the last diagnosis of a server, and absent in lists.',
  },
);
export const ServerDiagnosisPage = page(ServerDiagnosis, 'ServerDiagnosisPage');
export const ListServerDiagnoses = pageQuery('ListServerDiagnoses', 50, 200);

/** Fields of a saved server that its diagnoses and recorded surfaces decide. */
export const standing = {
  state: Type.Optional(ServerState),
  stateSince: Type.Optional(EpochMs('When the state, or its first cause, became what it is.')),
  readyAt: Type.Optional(EpochMs('The last diagnosis that found it ready.')),
  toolCount: Type.Optional(Type.Integer({ description: 'When its tools were last read.' })),
  signIn: Type.Optional(SignIn),
  surfaceChange: Type.Optional(
    open(
      { breaking: Type.Integer(), additive: Type.Integer(), cosmetic: Type.Integer(), seenAt: EpochMs() },
      { description: 'The changes of its present surface from the one before; absent while it never changed.' },
    ),
  ),
  lastDiagnosis: Type.Optional(ServerDiagnosis),
};

export type ServerChange = Static<typeof ServerChange>;
export const ServerChange = open(
  {
    id: Id,
    serverId: Id,
    serverName: Type.String(),
    at: EpochMs(),
    kind: oneOf(['diagnosis', 'surface'], {
      description:
        '`diagnosis`: another state or first cause than before; `surface`: the server offers something else.',
    }),
    from: Type.Optional(ServerState),
    fromCause: Type.Optional(Cause),
    to: ServerState,
    cause: Type.Optional(Cause),
    changedBy: Type.Optional({ ...Id, description: 'The user who asked for the diagnosis.' }),
    breaking: Type.Optional(Type.Integer()),
    additive: Type.Optional(Type.Integer()),
    cosmetic: Type.Optional(Type.Integer()),
  },
  { $id: 'ServerChange' },
);
export const ServerChangePage = page(ServerChange, 'ServerChangePage');
export const ListServerChanges = pageQuery('ListServerChanges', 50, 200);

export type ListServerDays = Static<typeof ListServerDays>;
export const ListServerDays = open(
  {
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, description: 'How many days, today included; 14 when absent.' }),
    ),
    utcOffsetMinutes: Type.Optional(
      Type.Integer({
        minimum: -840,
        maximum: 840,
        description: 'Where the days begin, in minutes east of UTC; 0 when absent.',
      }),
    ),
  },
  { $id: 'ListServerDays' },
);

export type ServerDays = Static<typeof ServerDays>;
export const ServerDays = open(
  {
    from: Type.String({ format: 'date', description: 'The first of the days.' }),
    items: Type.Array(
      open({
        serverId: Id,
        days: Type.Array(nullable(ServerState), {
          description: 'The worst diagnosis of each day, the earliest first; null for a day without one.',
        }),
      }),
      { description: 'At most 500 servers: these with a diagnosis in that time.' },
    ),
  },
  { $id: 'ServerDays' },
);
