import type { ConformanceArea, ConformanceSuite } from '@assay/contract/areas/conformance/check';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { isObject } from '@assay/contract/json';
import { LISTS_UNREAD, notApplicable, type ScenarioSkip } from './applicability.ts';

/** The revision without `initialize` and without sessions: every request stands alone. */
export const STATELESS_REVISION = '2026-07-28';
/** The last revision with `initialize` and with sessions. */
export const LAST_SESSION_REVISION = '2025-11-25';

/** A request of a scenario: HTTP, or one line of input for a command, which gets the body alone. */
export interface ScenarioRequest {
  method: 'POST' | 'GET' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  /** The id of the awaited answer; any message when absent, none when null. */
  awaits?: string | number | null;
}

/** A JSON-RPC message of the server; unknown fields may have any type. */
export type RpcMessage = Record<string, unknown>;

/** The observed answer to one request. */
export interface ScenarioReply {
  /** As in the request. */
  awaits?: ScenarioRequest['awaits'];
  /** Absent for a command, and when no HTTP answer came. */
  status?: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Every JSON object that came since the request. */
  messages: RpcMessage[];
  /** The beginning of the body, or of the lines. */
  text: string;
  /** Why no answer came, as the end of a sentence. */
  failure?: string;
}

/** The facts about a server that decide which scenarios apply, and what they send. */
export interface ScenarioFacts {
  transport: 'http' | 'stdio';
  /** The revision that client and server speak. */
  revision: string;
  /** Undefined when the lists of the server could not be read. */
  surface: Surface | undefined;
  /** The server listens on this machine, speaks plain HTTP and asks for no credential. */
  isLocal: boolean;
  /** The session that the handshake opened; absent where the server has none. */
  sessionId?: string;
}

/**
 * The result of a scenario: undefined when the server conforms. `FAILURE` breaks a MUST of the specification, `WARNING`
 * a SHOULD.
 */
export type ScenarioFinding =
  | undefined
  | { status: 'FAILURE' | 'WARNING'; message: string }
  | { status: 'notApplicable'; reason: string };

/** The requests of a scenario in order; each is sent when the answer to the one before it is there. */
type ScenarioPlay = Generator<ScenarioRequest, ScenarioFinding, ScenarioReply>;

/** One scenario of our own, with one rule of the specification. */
export interface ProtocolScenario {
  id: `assay/${string}`;
  /** The rule, as a sentence. */
  title: string;
  suite?: ConformanceSuite;
  /** The area of its file when absent. */
  area?: ConformanceArea;
  /** The first and the last revision with the rule; no limit when absent. */
  since?: string;
  until?: string;
  /** The transport that the rule is about; both when absent. */
  transport?: 'http' | 'stdio';
  /** The section of the specification, below the address of a revision; or an address. */
  section: string;
  /** The section since 2026-07-28, where it has another name. */
  statelessSection?: string;
  /** The scenario begins before any handshake. */
  isUninitialized?: true;
  /** The reason why the rule says nothing about this server. */
  lacks?: (facts: ScenarioFacts) => string | undefined;
  play: (facts: ScenarioFacts) => ScenarioPlay;
}

export const breaksMust = (message: string): ScenarioFinding => ({ status: 'FAILURE', message });
export const breaksShould = (message: string): ScenarioFinding => ({ status: 'WARNING', message });
export const isNotApplicable = (reason: string): ScenarioFinding => ({ status: 'notApplicable', reason });

/** A scenario's section in the given revision: its name and its address. */
export function sectionOf(
  { section, statelessSection = section }: ProtocolScenario,
  revision: string,
): { id: string; url: string } {
  const id = revision < STATELESS_REVISION ? section : statelessSection;
  return { id, url: id.startsWith('https:') ? id : `https://modelcontextprotocol.io/specification/${revision}/${id}` };
}

/** Why a scenario cannot be played against a server; undefined when it can. */
export function scenarioGap(scenario: ProtocolScenario, facts: ScenarioFacts): ScenarioSkip | undefined {
  const { since = '', until = '9', transport = facts.transport, lacks } = scenario;
  if (transport !== facts.transport)
    return notApplicable(
      transport === 'http'
        ? 'It is about HTTP, and the server is a command.'
        : 'It is about commands, and the server speaks HTTP.',
    );
  if (facts.revision < since || facts.revision > until)
    return notApplicable(`Revision ${facts.revision} does not have this rule.`);
  if (lacks && !facts.surface) return LISTS_UNREAD;
  const reason = lacks?.(facts);
  return reason === undefined ? undefined : notApplicable(reason);
}

/** The answer with this id. */
export const answerTo = ({ messages }: ScenarioReply, id: string | number): RpcMessage | undefined =>
  messages.find((message) => !('method' in message) && message['id'] === id);

/** The awaited answer, or else the first one: a server that cannot read a request answers without its id. */
export function anyAnswer(reply: ScenarioReply): RpcMessage | undefined {
  const answers = reply.messages.filter((message) => 'result' in message || 'error' in message);
  return answers.find(({ id }) => id === reply.awaits) ?? answers[0];
}

/** The `result` of the answer, when it is an object. */
export function resultOf(reply: ScenarioReply): Record<string, unknown> | undefined {
  const result = anyAnswer(reply)?.['result'];
  return isObject(result) ? result : undefined;
}

/** The JSON-RPC error of the answer. */
export function errorOf(reply: ScenarioReply): Record<string, unknown> | undefined {
  const error = anyAnswer(reply)?.['error'];
  return isObject(error) ? error : undefined;
}

/** The answer, as the end of a sentence. */
export function shownReply(reply: ScenarioReply): string {
  const { status, failure } = reply;
  if (failure !== undefined) return failure;
  const http = status === undefined ? '' : `HTTP status ${status}`;
  const code = errorOf(reply)?.['code'];
  const rpc =
    code !== undefined
      ? `the JSON-RPC error ${JSON.stringify(code)}`
      : anyAnswer(reply)
        ? 'a result'
        : 'no JSON-RPC message';
  return http === '' ? rpc : `${http} and ${rpc}`;
}

/** The finding for an answer that has to be a JSON-RPC error with one of these codes. */
export function wantsError(
  reply: ScenarioReply,
  codes: number[],
  found: typeof breaksMust,
  what: string,
): ScenarioFinding {
  const code = errorOf(reply)?.['code'];
  return typeof code === 'number' && codes.includes(code)
    ? undefined
    : found(`${what} was answered with ${shownReply(reply)}; the answer should be the error ${codes.join(' or ')}.`);
}
