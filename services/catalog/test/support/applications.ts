import { createHash, randomBytes } from 'node:crypto';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import type { Role } from '@assay/contract/access';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { hashOfSecret } from '@assay/kit/security/secret';
import { fieldsOn } from '@assay/testkit/clients/form-fields';
import { startPeople } from './people.ts';

export const CALLBACK = 'http://127.0.0.1:52314/callback';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The members of an answer of OAuth: tokens, codes or an error. */
type Answer = Partial<
  Record<'access_token' | 'refresh_token' | 'scope' | 'device_code' | 'user_code' | 'error', string>
>;
/** A signed-in browser, which sends forms as the pages print them. */
type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startPeople>>['person']>>;

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** The real service with people, and an application that asks them. */
export async function startApplications(changes?: Parameters<typeof startPeople>[0]) {
  const fixture = await startPeople(changes);

  const post = async (operation: Operation, form: Record<string, string | string[]>) => {
    const text = new URLSearchParams(
      Object.entries(form).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as [string, string])),
    ).toString();
    const { status, body, headers } = await fixture.ask(operation, { clientAddress: '192.0.2.250' }, text);
    return { ...(body() as Answer), status, headers };
  };
  const token = (form: Record<string, string | string[]>) =>
    post(operations.issueTokens, { client_id: 'assay-cli', ...form });

  const query = (verifier: string, changed: Record<string, string> = {}) => ({
    response_type: 'code',
    client_id: 'assay-cli',
    redirect_uri: CALLBACK,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'a state',
    ...changed,
  });
  /** The consent page of a request, or the redirect. */
  const open = (sessionToken: string, asked: Record<string, unknown>) =>
    fixture.ask(operations.openAuthorization, { sessionToken }, asked);
  /** Sends the form of a consent page, with changes. */
  const decide = async (sessionToken: string, html: string, changed: Record<string, string | undefined> = {}) => {
    const fields = fieldsOn(html);
    for (const [name, value] of Object.entries({ decision: 'allow', ...changed }))
      if (value === undefined) fields.delete(name);
      else fields.set(name, value);
    return fixture.ask(operations.submitAuthorization, { sessionToken }, fields.toString());
  };
  /** A code that this person allowed, and the verifier that it needs. */
  const code = async (person: Person, changed: Record<string, string> = {}) => {
    const verifier = newVerifier();
    const { text } = await open(person.token, query(verifier, changed));
    const { headers } = await decide(person.token, text);
    return { code: new URL(headers['Location']!).searchParams.get('code')!, verifier };
  };
  /** Tokens that this person allowed. */
  const signedIn = async (person: Person, changed: Record<string, string> = {}) => {
    const { code: it, verifier } = await code(person, changed);
    return token({
      grant_type: 'authorization_code',
      code: it,
      code_verifier: verifier,
      redirect_uri: changed['redirect_uri'] ?? CALLBACK,
      client_id: changed['client_id'] ?? 'assay-cli',
    });
  };
  /** The principal of an access token, as the gateway asks for it. */
  const principal = (access: string) =>
    fixture.mesh.call(DirectoryService.authenticate, { keyHash: Buffer.alloc(0), tokenHash: hashOfSecret(access) });
  const register = (document: object | string, clientAddress = '192.0.2.200') =>
    fixture.ask(operations.registerApplication, { clientAddress }, document);
  const member = (role: Role = 'member') => fixture.person(role);

  return { ...fixture, post, token, query, open, decide, code, signedIn, principal, register, member };
}

export type TestApplications = Awaited<ReturnType<typeof startApplications>>;
