import type { Egress } from '@assay/egress/egress';
import { Problem } from '@assay/contract/problem';
import { memoize } from '@assay/kit/concurrency/memoize';
import type { Deps } from '../../deps.ts';
import { commandLine, type Application } from '../../domain/grants/application.ts';
import { isFault, oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { metadataAddress, publishedApplication } from '../../domain/grants/published-application.ts';
import { findApplication as findRegistered } from '../../store/grants/applications.ts';

/** The time limit of reading a metadata document, in milliseconds, and its longest length, in bytes. */
const [ANSWER_MS, MAX_BYTES] = [5_000, 16 * 1024];
/** How long an application that was read is cached, and a failure, in milliseconds. */
const [KNOWN_MS, FAILED_MS] = [3_600_000, 30_000];
const MAX_KNOWN = 500;

const unknown = oauthFault(
  'invalid_client',
  'client_id is unknown: it is neither registered here nor the address of a metadata document.',
);

/** The application of an id: ours, a registered one, or one whose metadata is read at the address that is its id. */
export async function findApplication(
  { pool, egress }: Pick<Deps, 'pool' | 'egress'>,
  id: string,
): Promise<Application | OAuthFault> {
  if (id === commandLine.id) return commandLine;
  if (metadataAddress(id)) return publishedOf(egress)(id);
  return (await findRegistered(pool, id)) ?? unknown;
}

/** The same for an application that presents something of its own, without reading metadata. */
export const isKnownApplication = async (deps: Pick<Deps, 'pool' | 'egress'>, id: string): Promise<boolean> =>
  metadataAddress(id) !== undefined || !isFault(await findApplication(deps, id));

type Published = (id: string) => Application | OAuthFault | Promise<Application | OAuthFault>;
const readers = new WeakMap<Egress, Published>();

/** The cached reader of metadata documents over an egress. */
function publishedOf(egress: Egress): Published {
  const known = readers.get(egress);
  if (known) return known;
  const reader = memoize<Application | OAuthFault>((id) => readMetadata(egress, id), {
    max: MAX_KNOWN,
    isCheap: isFault,
    ttlMs: (answer) => (isFault(answer) ? FAILED_MS : KNOWN_MS),
  });
  readers.set(egress, reader);
  return reader;
}

async function readMetadata(egress: Egress, id: string): Promise<Application | OAuthFault> {
  try {
    const answer = await egress.fetch(id, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.status !== 200 || !answer.body) {
      await answer.body?.cancel();
      return unreadable(`it answers with status ${answer.status}`);
    }
    const bytes = await boundedBytes(answer.body);
    return bytes
      ? publishedApplication(id, JSON.parse(bytes.toString()))
      : unreadable(`it has more than ${MAX_BYTES} bytes`);
  } catch (error) {
    if (error instanceof SyntaxError) return unreadable('it is not JSON');
    // The reason of a forbidden or dead address would tell a stranger about our network.
    if (error instanceof Problem || error instanceof Error) return unreadable('its address does not answer');
    throw error;
  }
}

const unreadable = (why: string): OAuthFault =>
  oauthFault('invalid_client', `The metadata document at client_id cannot be read: ${why}.`);

/** The whole body; undefined when it is too long. */
async function boundedBytes(body: ReadableStream<Uint8Array>): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
