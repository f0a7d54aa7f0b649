import { createHash } from 'node:crypto';
import { given } from '@assay/contract/given';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { createLog, type Logger } from '@assay/kit/log';
import { OpenIdProvider } from '../../src/flows/single-sign-on/provider.ts';
import type { SignOnSettings } from '../../src/flows/single-sign-on/settings.ts';
import { OPENID_CLIENT, startOpenIdProvider, type OpenIdAccount } from '@assay/testkit/identity/openid-provider';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { startTestCatalog } from './start.ts';

const caller = { requestId: 'req_test' };

/** The browser's answer. */
export interface BrowserAnswer {
  status: number | undefined;
  location: string | undefined;
  setCookie: string;
  retryAfter: string | undefined;
  text: string;
}

/** The catalog beside a real OpenID provider. Settings may be changed between sign-ins. */
export async function startSignOnFixture({
  log = createLog('test', 'silent'),
  inIdToken = false,
  publicUrl = 'http://assay.test',
  now,
}: { log?: Logger; inIdToken?: boolean; publicUrl?: string; now?: () => Date } = {}) {
  const provider = await startOpenIdProvider({ redirectUri: `${publicUrl}/auth/oidc/callback`, inIdToken });
  const settings: SignOnSettings = {
    issuer: provider.issuer,
    clientId: OPENID_CLIENT.client_id,
    clientSecret: OPENID_CLIENT.client_secret,
    name: 'Acme ID',
    scope: 'openid email profile groups',
    groupsClaim: 'groups',
    groupRoles: [],
    defaultRole: 'member',
  };
  const catalog = await startTestCatalog({
    log,
    publicUrl,
    signon: new OpenIdProvider(settings, openEgress(ONE_MACHINE_EGRESS), log),
    ...given({ now }),
  });

  const answerOf = ({
    json,
    headers,
    status,
  }: {
    json: Uint8Array;
    headers: Record<string, string>;
    status?: number | undefined;
  }): BrowserAnswer => ({
    status,
    location: headers['Location'],
    setCookie: headers['Set-Cookie'] ?? '',
    retryAfter: headers['Retry-After'],
    text: Buffer.from(json).toString(),
  });

  /** A person's browser, with the cookie of its attempt. */
  const browser = (clientAddress = '127.0.0.1') => {
    let token = '';
    const start = async (returnTo?: unknown): Promise<BrowserAnswer> => {
      const input = Buffer.from(JSON.stringify({ ...(returnTo !== undefined && { returnTo }) }));
      const answer = answerOf(
        await catalog.mesh.call(
          rpcOf(operations.startSingleSignOn),
          { signInToken: token, clientAddress, input },
          { caller },
        ),
      );
      token = /^(?:__Host-)?assay_sign_in=([^;]+)/.exec(answer.setCookie)?.[1] ?? token;
      return answer;
    };
    /** Returns to the address that the provider redirected to. */
    const comeBack = async (
      url: URL | string,
      changes: Record<string, unknown> = {},
      sessionToken = '',
    ): Promise<BrowserAnswer> => {
      const query = { ...Object.fromEntries(new URL(url).searchParams), ...changes };
      const input = Buffer.from(JSON.stringify(query));
      return answerOf(
        await catalog.mesh.call(
          rpcOf(operations.finishSingleSignOn),
          { signInToken: token, userAgent: 'a browser of the tests', sessionToken, input },
          { caller },
        ),
      );
    };
    return { start, comeBack, out: async (returnTo?: string) => provider.browse((await start(returnTo)).location!) };
  };

  /** A complete sign-in of a person in a new browser. */
  const signIn = async (account: OpenIdAccount | undefined, returnTo?: string): Promise<BrowserAnswer> => {
    provider.is(account);
    const there = browser();
    return there.comeBack(await there.out(returnTo));
  };

  /** The session of the answer's cookie. */
  const sessionOf = async ({ setCookie }: BrowserAnswer) => {
    const token = /^(?:__Host-)?assay_session=([^;]+)/.exec(setCookie)?.[1] ?? '';
    const {
      rows: [row],
    } = await catalog.pool.query<{ user_id: string; organization_id: string | null; method: string }>(
      'select user_id, organization_id, method from sessions where hash = $1',
      [createHash('sha256').update(token).digest()],
    );
    return row;
  };

  /** A person's roles, by the names of places: `Acme`, or `Acme/Default` for a project. */
  const rolesOf = async (email: string): Promise<Record<string, string>> => {
    const { rows } = await catalog.pool.query<{ place: string; role: string }>(
      `
      select o.name as place, m.role from memberships m join organizations o on o.id = organization_id join users u on u.id = user_id where email = $1
      union all select o.name || '/' || p.name, m.role from project_members m join projects p on p.id = project_id join organizations o on o.id = m.organization_id join users u on u.id = user_id where email = $1`,
      [email],
    );
    return Object.fromEntries(rows.map(({ place, role }) => [place, role]));
  };

  const count = async (table: string): Promise<number> =>
    Number((await catalog.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]!.count);

  /** Everything that was written into the audit log. */
  const audited = () => auditedChanges(catalog.pool);

  /** Another organization, and its id. */
  const addOrganization = async (name: string, members: Record<string, string> = {}): Promise<string> => {
    const id = `org_${name}`;
    await catalog.pool.query('insert into organizations (id, name) values ($1, $2)', [id, name]);
    for (const [email, role] of Object.entries(members))
      await catalog.pool.query(
        'insert into memberships (organization_id, user_id, role) select $1, id, $2 from users where email = $3',
        [id, role, email],
      );
    return id;
  };

  return {
    provider,
    settings,
    catalog,
    browser,
    signIn,
    sessionOf,
    rolesOf,
    count,
    audited,
    addOrganization,
    async stop() {
      await catalog.stop();
      await provider.stop().catch(() => undefined);
    },
  };
}

export type SignOnFixture = Awaited<ReturnType<typeof startSignOnFixture>>;
