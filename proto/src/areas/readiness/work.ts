import { Type, type Static } from 'typebox';
import { oneOf, open, record } from '../../schema.ts';
import { Surface } from '../surfaces/documents.ts';

/** What a runner is asked to find out about a server: the input of a job of kind `readiness`. */
export type ReadinessTask = Static<typeof ReadinessTask>;
export const ReadinessTask = open({
  version: Type.Literal(1),
  server: open({ id: Type.String(), name: Type.String() }),
});

/** How a tool's user interface is offered. */
export type WidgetEvidence = Static<typeof WidgetEvidence>;
export const WidgetEvidence = open({
  toolName: Type.String(),
  uri: Type.String(),
  /** Absent when the server does not give the resource. */
  mimeType: Type.Optional(Type.String()),
  /** The resource's `_meta`, from the list or from its contents. */
  meta: record(),
});

const ListName = oneOf(['tools', 'resources', 'resourceTemplates', 'prompts']);

/** What a server offers, with items that break the protocol: of each only what identifies it is certain. */
const Offered = Type.Unsafe<Surface>(
  open({
    ...Surface.properties,
    tools: Type.Array(open({ name: Type.String() })),
    resources: Type.Array(open({ uri: Type.String() })),
    resourceTemplates: Type.Array(open({ uriTemplate: Type.String() })),
    prompts: Type.Array(open({ name: Type.String() })),
  }),
);

/** What a runner saw, unjudged: the output of the job. */
export type ReadinessEvidence = Static<typeof ReadinessEvidence>;
export const ReadinessEvidence = open({
  version: Type.Literal(1),
  sdkVersion: Type.String(),
  endpoint: open({
    scheme: Type.String(),
    host: Type.String(),
    /** Of a host that is an IP address and no name. */
    addressClass: Type.Optional(Type.String()),
    /** The names of the parameters in its query. */
    queryNames: Type.Array(Type.String()),
    /** Certificates are trusted there that others do not know. */
    trustsMore: Type.Boolean(),
  }),
  /** What came of connecting with what is saved. */
  connection: open({
    status: oneOf(['connected', 'needs-grant', 'failed']),
    transport: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    /** The doctor's cause. */
    cause: Type.Optional(Type.String()),
    /** Whether it answered HTTP at all. */
    answered: Type.Boolean(),
  }),
  /** What a caller without credentials is told. */
  stranger: oneOf(['admitted', 'needs-grant', 'refused', 'unknown']),
  credential: oneOf(['none', 'header', 'grant', 'client-credentials']),
  oauth: Type.Optional(
    open({
      resourceMetadataUrl: Type.Optional(Type.String()),
      authorizationServerMetadataUrl: Type.Optional(Type.String()),
      registrationStrategies: Type.Array(Type.String()),
      /** Absent where the metadata does not tell, or could not be read. */
      codeChallengeMethods: Type.Optional(Type.Array(Type.String())),
      /** How grants are given; absent where the metadata does not tell. */
      grantTypes: Type.Optional(Type.Array(Type.String())),
      faults: Type.Array(open({ code: Type.String(), message: Type.String() })),
    }),
  ),
  /** Absent without a connection. */
  surface: Type.Optional(Offered),
  /** The surface is what the server offers, all of it and in order. */
  isWhole: Type.Boolean(),
  /** Declared lists of which not all could be read or kept, and why. */
  unread: Type.Array(open({ list: ListName, message: Type.String() })),
  /** What breaks the protocol in lists that were read. */
  flaws: Type.Array(open({ list: ListName, name: Type.Optional(Type.String()), message: Type.String() })),
  widgets: Type.Array(WidgetEvidence),
  /** Templates that were not looked at, and why. */
  unseenWidgets: Type.Array(open({ uri: Type.String(), message: Type.String() })),
  /** The skills that can be imported and those that break the extension's rules; a message where they could not be listed. */
  skills: open({ offered: Type.Integer(), declined: Type.Integer(), message: Type.Optional(Type.String()) }),
});
