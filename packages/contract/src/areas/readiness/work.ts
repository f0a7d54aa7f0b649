import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open, record } from '../../schema.ts';
import { Surface } from '../surfaces/documents.ts';

/** The input of a work item of kind `readiness`. */
export type ReadinessTask = Static<typeof ReadinessTask>;
export const ReadinessTask = open({
  version: Type.Literal(1),
  server: open({ id: Type.String(), name: Type.String() }),
});

/** The user interface of a tool, as the server offers it. */
export type WidgetEvidence = Static<typeof WidgetEvidence>;
export const WidgetEvidence = open({
  toolName: Type.String(),
  uri: Type.String(),
  /** Absent when the server does not return the resource. */
  mimeType: Type.Optional(Type.String()),
  /** The resource's `_meta`, from the list or from its contents. */
  meta: record(),
});

const ListName = oneOf(['tools', 'resources', 'resourceTemplates', 'prompts']);

/** A surface whose items may break the protocol: only the identifying key of each item is certain. */
const Offered = Type.Unsafe<Surface>(
  open({
    ...Surface.properties,
    tools: Type.Array(open({ name: Type.String() })),
    resources: Type.Array(open({ uri: Type.String() })),
    resourceTemplates: Type.Array(open({ uriTemplate: Type.String() })),
    prompts: Type.Array(open({ name: Type.String() })),
  }),
);

/** The output of a work item of kind `readiness`: what the runner saw, ungraded. */
export type ReadinessEvidence = Static<typeof ReadinessEvidence>;
export const ReadinessEvidence = open({
  version: Type.Literal(1),
  sdkVersion: Type.String(),
  endpoint: open({
    scheme: Type.String(),
    host: Type.String(),
    /** The class of the address, where the host is an IP address. */
    addressClass: Type.Optional(Type.String()),
    /** The names of the parameters in the endpoint's query. */
    queryNames: Type.Array(Type.String()),
    /** Whether the runner trusts certificate authorities beyond the public ones. */
    trustsMore: Type.Boolean(),
  }),
  /** The outcome of connecting with the saved settings. */
  connection: open({
    status: oneOf(['connected', 'needs-grant', 'failed']),
    transport: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    /** The doctor's cause. */
    cause: Type.Optional(Type.String()),
    /** Whether the server answered HTTP at all. */
    answered: Type.Boolean(),
  }),
  /** How the server answers a caller without credentials. */
  stranger: oneOf(['admitted', 'needs-grant', 'refused', 'unknown']),
  credential: oneOf(['none', 'header', 'grant', 'client-credentials']),
  oauth: Type.Optional(
    open({
      resourceMetadataUrl: Type.Optional(Type.String()),
      authorizationServerMetadataUrl: Type.Optional(Type.String()),
      registrationStrategies: Type.Array(Type.String()),
      /** Absent where the metadata does not say, or could not be read. */
      codeChallengeMethods: Type.Optional(Type.Array(Type.String())),
      /** The supported grant types; absent where the metadata does not say. */
      grantTypes: Type.Optional(Type.Array(Type.String())),
      faults: Type.Array(open({ code: Type.String(), message: Type.String() })),
    }),
  ),
  /** Absent without a connection. */
  surface: Type.Optional(Offered),
  /** Whether the surface has every item that the server offers, in order. */
  isWhole: Type.Boolean(),
  /** Declared lists that could not be read or kept completely, and why. */
  unread: Type.Array(open({ list: ListName, message: Type.String() })),
  /** Protocol violations in lists that were read. */
  flaws: Type.Array(open({ list: ListName, name: Type.Optional(Type.String()), message: Type.String() })),
  widgets: Type.Array(WidgetEvidence),
  /** Templates that were not read, and why. */
  unseenWidgets: Type.Array(open({ uri: Type.String(), message: Type.String() })),
  /**
   * How many skills can be imported, and how many break the extension's rules; a message where they could not be
   * listed.
   */
  skills: open({ offered: Type.Integer(), declined: Type.Integer(), message: Type.Optional(Type.String()) }),
});
