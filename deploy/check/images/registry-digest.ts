import { createHash } from 'node:crypto';
import type { BaseImage } from './base-images.ts';

/** An image of several platforms is an index of manifests; its digest holds on each of them. */
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const TIMEOUT_MS = 20_000;

/** Docker Hub's registry answers under another name than its images have. */
const HOSTS: Record<string, string> = { 'docker.io': 'registry-1.docker.io' };
/** Like Docker: a registry on this machine speaks plain HTTP. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * The digest that the tag of an image has in its registry now, by the bytes of the manifest. Asks without credentials.
 * @throws an Error that names the image, when the registry is not reached, refuses, or answers with other bytes than it says.
 */
export async function registryDigest(image: Pick<BaseImage, 'name' | 'tag'>): Promise<string> {
  const shown = `${image.name}:${image.tag}`;
  const at = image.name.indexOf('/');
  const [domain, repository] = [image.name.slice(0, at), image.name.slice(at + 1)];
  const url = `${LOOPBACK.test(domain) ? 'http' : 'https'}://${HOSTS[domain] ?? domain}/v2/${repository}/manifests/${image.tag}`;
  const answer = await ask(url).catch((error: Error) => {
    throw new Error(`${shown}: the registry is not reached (${causeOf(error)}).`);
  });
  if (!answer.ok) throw new Error(`${shown}: the registry answers ${answer.status}.`);
  const digest = `sha256:${createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')}`;
  const told = answer.headers.get('docker-content-digest');
  if (told !== null && told !== digest)
    throw new Error(`${shown}: the registry says ${told}, but its answer has ${digest}.`);
  return digest;
}

/** A registry of public images refuses the first request, and says where it gives a token without credentials. */
async function ask(url: string): Promise<Response> {
  const first = await get(url, {});
  const challenge = first.headers.get('www-authenticate');
  if (first.status !== 401 || !challenge?.startsWith('Bearer ')) return first;
  const { realm, ...query } = parametersOf(challenge);
  if (realm === undefined) return first;
  const granted = await get(`${realm}?${new URLSearchParams(query).toString()}`, {});
  if (!granted.ok) return granted;
  const { token, access_token: accessToken } = (await granted.json()) as { token?: string; access_token?: string };
  return get(url, { authorization: `Bearer ${token ?? accessToken}` });
}

const parametersOf = (challenge: string): Record<string, string> =>
  Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]): [string, string] => [name!, value!]),
  );

const get = (url: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { headers: { accept: ACCEPT, ...headers }, signal: AbortSignal.timeout(TIMEOUT_MS) });

const causeOf = (error: Error): string =>
  (error.cause as { code?: string } | undefined)?.code ?? (error.cause as Error | undefined)?.message ?? error.message;
