import { argon2Sync } from 'node:crypto';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Role } from '@assay/contract/access';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { newId } from '@assay/kit/id';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { startTestCatalog } from './start.ts';

export const testPassword = 'correct horse battery staple';
/** A hash of the password at the least cost, because a hash is verified at the cost that it names and people sign in hundreds of times. */
const cheapHash = (): string => {
  const nonce = Buffer.alloc(16, 1);
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: testPassword, nonce, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`;
};
const UNKNOWN_CALLER: Caller = { requestId: 'req_unknown' };

/** A person with an account, and their calls once they are signed in. */
export interface TestAccount {
  userId: string;
  email: string;
  caller: Caller;
}

/** The real service, and people who sign in to it. */
export async function startPeople(changes?: Parameters<typeof startTestCatalog>[0]) {
  const fixture = await startTestCatalog(changes);
  const passwordHash = cheapHash();
  let addresses = 0;

  /** The gateway's answer for a body of JSON or of a form. */
  const ask = async <Req>(
    operation: Operation<Req>,
    target: TargetOf<Req>,
    input: object | string = {},
    caller = UNKNOWN_CALLER,
  ) => {
    const bytes = Buffer.from(typeof input === 'string' ? input : JSON.stringify(input));
    const {
      json,
      headers,
      status = operation.status,
    } = await fixture.mesh.call(rpcOf(operation), { ...target, input: bytes } as Req, { caller });
    const text = json.toString();
    const token = /^assay_session=([^;]*)/.exec(headers['Set-Cookie'] ?? '')?.[1];
    return { status, headers, text, token, body: () => JSON.parse(text) as Record<string, unknown> };
  };
  /** A browser at an address of its own. */
  const browser = (sessionToken = '', deviceToken = '') => ({
    clientAddress: `192.0.2.${++addresses}`,
    userAgent: 'Firefox',
    sessionToken,
    deviceToken,
  });
  const enter = async (email: string, secret = testPassword, from = browser()) => {
    const { body, token } = await ask(operations.signIn, from, { email, password: secret });
    return { token: token!, session: body() as { id: string; csrfToken: string; organizationId?: string } };
  };

  /** Makes an account with a role in the organization, or with none, and signs in with it. */
  const person = async (
    role?: Role,
    email = `${newId('usr')}@acme.example`,
  ): Promise<TestAccount & { token: string }> => {
    const userId = newId('usr');
    await fixture.pool.query('insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)', [
      userId,
      email,
      'Test person',
      passwordHash,
    ]);
    if (role)
      await fixture.pool.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
        fixture.organizationId,
        userId,
        role,
      ]);
    const { token, session } = await enter(email);
    const caller: Caller = {
      requestId: 'req_person',
      userId,
      sessionId: session.id,
      features: [],
      ...(role && { organizationId: fixture.organizationId, organizationRole: role }),
    };
    return { userId, email, token, caller };
  };

  /** The audit events about a person, as `rpc outcome`. */
  const audited = async (userId: string): Promise<string[]> =>
    (await auditedChanges(fixture.pool))
      .filter((change) => change.userId === userId || change.target.userId === userId)
      .map(({ operation, outcome }) => `${operation} ${outcome}`);

  return { ...fixture, ask, browser, enter, person, audited };
}

export type TestPeople = Awaited<ReturnType<typeof startPeople>>;
