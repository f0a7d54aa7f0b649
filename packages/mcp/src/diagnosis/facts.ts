import type { Problem } from '@assay/contract/problem';
import type { SessionFailure } from './failure.ts';
import type { InvalidItem } from '../requests/listed-items.ts';
import { requiredScope } from '../oauth/challenge.ts';
import { publicUrl } from '../target.ts';

/** The facts behind a cause, as a report shows them. Some are texts of the server. */
export interface CauseFacts {
  url?: string;
  method?: string;
  elapsedMs?: number;
  systemCode?: string;
  addresses?: string[];
  tlsError?: string;
  httpStatus?: number;
  contentType?: string;
  contentEncoding?: string;
  challenge?: string;
  /** The target of a redirect, without the parts that may be secret. */
  location?: string;
  retryAfter?: string;
  body?: string;
  rpcCode?: number;
  /** The ids of a request and of its answer, where they differ. */
  requestId?: string;
  answerId?: string;
  /** The pinned protocol revision of the server. */
  pinnedVersion?: string;
  offeredVersions?: string[];
  serverVersion?: string;
  requiredScope?: string;
  /** The reason when this process refused the request. */
  refusedBecause?: string;
  /** Another address at which an MCP server answers. */
  answersAt?: string;
  /** Other addresses that were tried. */
  tried?: string[];
  /** Faults of the OAuth metadata. */
  faults?: { code: string; message: string; url?: string }[];
  /** The number of pages of a list; `method` names the list. */
  pages?: number;
  items?: number;
  names?: string[];
  /** The entries of a list that break the protocol. */
  invalid?: Omit<InvalidItem, 'item'>[];
  /** The command, for a server that is started by one. */
  command?: string;
  exitCode?: number;
  signal?: string;
  stderr?: string;
  /** The number of stray lines on its standard output. */
  strayLines?: number;
  /** The beginning of them. */
  stdout?: string;
}

/** Texts of a server that stand in sentences have to match these forms. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}/;
const ENCODING = /^[\w-]{1,20}$/;
const RETRY_AFTER = /^[\w,: ]{1,40}$/;
const SYSTEM_CODE =
  /^(E[A-Z]+|EAI_\w+|UND_ERR_\w+|HPE_\w+|(ERR_TLS|ERR_SSL|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w+)$/;

/** The error code of Node, undici or OpenSSL, the innermost one first. */
export const systemCodeOf = (codes: ReadonlySet<string>): string | undefined =>
  [...codes].findLast((code) => SYSTEM_CODE.test(code));

export function factsOf({ target, method, elapsedMs, evidence }: SessionFailure): CauseFacts {
  const { answer, initialized } = evidence;
  const location = answer?.location === undefined ? undefined : URL.parse(answer.location, target.url);
  return presentFacts({
    url: target.url && publicUrl(target),
    method,
    elapsedMs: Math.round(elapsedMs),
    systemCode: systemCodeOf(evidence.codes),
    addresses: evidence.addresses.length > 0 ? evidence.addresses : undefined,
    tlsError: evidence.tlsError,
    httpStatus: answer?.status,
    contentType: MEDIA_TYPE.exec(answer?.contentType ?? '')?.[0],
    contentEncoding: ENCODING.exec(answer?.contentEncoding ?? '')?.[0],
    challenge: answer?.challenge,
    location: location ? `${location.origin}${location.pathname}` : undefined,
    retryAfter: RETRY_AFTER.exec(answer?.retryAfter ?? '')?.[0],
    body: answer?.body,
    rpcCode: evidence.rpcCode,
    requestId: evidence.ids?.requestId,
    answerId: evidence.ids?.answerId,
    requiredScope: requiredScope(answer?.challenge),
    pinnedVersion: target.protocolVersion,
    offeredVersions: evidence.offeredVersions,
    serverVersion: initialized?.protocolVersion,
  });
}

const KEPT = [
  'method',
  'elapsedMs',
  'systemCode',
  'httpStatus',
  'rpcCode',
  'command',
  'exitCode',
  'signal',
  'stderr',
  'strayLines',
  'stdout',
] as const satisfies (keyof CauseFacts)[];

/** The facts in the details of a Problem. */
export const factsIn = ({ message, details = {} }: Problem): CauseFacts =>
  presentFacts({ refusedBecause: message, ...Object.fromEntries(KEPT.map((key) => [key, details[key]])) });

/** Drops absent facts. */
export const presentFacts = (facts: { [Key in keyof CauseFacts]: CauseFacts[Key] | undefined }): CauseFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== ''));
