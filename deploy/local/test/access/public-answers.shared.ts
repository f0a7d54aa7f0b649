import { given } from '@assay/contract/given';
import { ownerEmail as email, ownerPassword as password } from '../support/installation.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';
import { Person } from '../support/person.ts';
import { answerOf } from '../support/api.ts';

let installation: SharedInstallation;
let owner: Person;
let printed: Record<string, Record<string, { responses: Record<string, unknown> }>>;
beforeAll(async () => {
  installation = await sharedInstallation();
  owner = new Person(installation.url);
  await owner.signIn(email, password);
  const document = await installation.api.fetch('/api/v1/openapi.json');
  ({ paths: printed } = (await document.json()) as { paths: typeof printed });
});

/** A path of the contract, the values of its parameters, and its query. */
type Place = [path: string, values?: Record<string, string>, query?: string];

/** The status of a request without a key, and whether the contract lists it. */
async function answered(
  method: string,
  [path, values = {}, query = '']: Place,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x');
  const { status } = await fetch(
    `${installation.url}${/^\/(auth|badges)\//.test(path) ? '' : '/api/v1'}${filled}${query}`,
    {
      method,
      redirect: 'manual',
      headers,
      ...given({ body }),
    },
  );
  return [status, Object.keys(printed[path]![method.toLowerCase()]!.responses).includes(String(status))];
}

const json = (body: object) => ({ body: JSON.stringify(body) });
const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields).toString() });
const elsewhere = { headers: { origin: 'https://evil.example' } };
const wrong = { email: 'unknown@acme.example', password: 'a wrong horse' };
const noId = { token: '%C3%A4', requestId: '%C3%A4' };

test.each<[string, Place, Parameters<typeof answered>[2], number]>([
  ['GET', ['/models'], {}, 200],
  ['GET', ['/auth/sign-in', {}, '?returnTo=/docs'], {}, 200],
  ['POST', ['/auth/sign-in'], json({ email }), 400],
  ['POST', ['/auth/sign-in'], json(wrong), 401],
  ['POST', ['/auth/sign-in'], elsewhere, 403],
  ['POST', ['/auth/sign-in/form'], form({}), 400],
  ['POST', ['/auth/sign-in/form'], form(wrong), 401],
  ['POST', ['/auth/sign-in/form'], elsewhere, 403],
  ['GET', ['/badges/{badgeToken}/badge.svg'], {}, 404],
  ['GET', ['/auth/oidc/start'], {}, 404],
  ['GET', ['/auth/oidc/callback', {}, '?state=x&code=y'], {}, 404],
  ['GET', ['/auth/invitations/{token}'], {}, 404],
  ['GET', ['/auth/invitations/{token}', noId], {}, 404],
  ['POST', ['/auth/invitations/{token}'], form({ name: 'Ada', password }), 404],
  ['POST', ['/auth/invitations/{token}'], elsewhere, 403],
  ['POST', ['/auth/invitations/{token}/accept'], json({}), 404],
  ['POST', ['/auth/invitations/{token}/accept'], elsewhere, 403],
  ['GET', ['/auth/password-resets/{token}'], {}, 404],
  ['POST', ['/auth/password-resets/{token}'], form({ password }), 404],
  ['POST', ['/auth/password-resets/{token}/accept'], json({ password }), 404],
  ['POST', ['/auth/password-resets/{token}/accept'], elsewhere, 403],
  ['GET', ['/server-connections/{requestId}/handoff', noId], {}, 404],
  ['PUT', ['/projects/{projectId}/eval-ingest/artifacts/{uploadToken}'], { body: 'x' }, 404],
])('%s %j with %j is answered with %i, as the contract prints', async (method, place, sent, status) => {
  expect(await answered(method, place, sent)).toEqual([status, true]);
});

test('an invitation of an existing account is refused to other people, as the contract prints', async () => {
  const { organizationId } = await owner.assay.getSession();
  const invite = async (to: string, by: string) => {
    const { url } = await owner.assay.createInvitation(
      { organizationId: by },
      {
        email: to,
        role: 'member',
      },
    );
    return { token: url.split('/').at(-1)! };
  };
  const ada = 'ada@acme.example';
  const first = await invite(ada, organizationId!);
  expect(await answered('POST', ['/auth/invitations/{token}/accept', first], json({ name: 'Ada', password }))).toEqual([
    200,
    true,
  ]);

  const { id } = await owner.assay.createOrganization({ name: 'Second' });
  await owner.assay.switchOrganization({ organizationId: id });
  const second = await invite(ada, id);
  expect(await answered('POST', ['/auth/invitations/{token}/accept', second], json({}))).toEqual([401, true]);
  expect(await answered('POST', ['/auth/invitations/{token}', second], form({}))).toEqual([401, true]);
  const asOwner = await answerOf(owner.assay.acceptInvitation.withResponse({ token: second.token }, {}));
  expect([asOwner.status, '403' in printed['/auth/invitations/{token}/accept']!['post']!.responses]).toEqual([
    403,
    true,
  ]);
  // Sessions of other modules begin where the owner was last.
  await owner.assay.switchOrganization({ organizationId: organizationId! });
});
