import { isPersonal, roles, type Role } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { headersOf, Principals, type Credential, type Somebody } from '../support/principals.ts';
import type { OnOwnPostgres } from '../support/own-postgres.ts';

/** How far a request came: to the operation, or to whom it was refused as. */
type Reach = 'in' | '401' | '403' | '404';

const columns = [
  'no key',
  'bad key',
  'revoked key',
  'no organization',
  'other organization',
  ...roles,
  'feature off',
] as const;
type Column = (typeof columns)[number];

interface Row {
  path: string;
  needs: string;
  reached: Record<Column, string>;
}
interface Place {
  organizationId: string;
  projectId: string;
}

/** A body that cannot be read: who gets so far as to be told has reached the operation, and changed nothing. */
const BROKEN = '{oops';
/** How the rules say so, as opposed to an operation that does not find what it is asked for. */
const OUT_OF_REACH = /"No such (project|organization)\."/;

/** Asks every operation as everybody, through the gateway and the services behind it, and answers the table of who got how far. */
export async function accessTable(
  { url, postgres }: Pick<OnOwnPostgres, 'url' | 'postgres'>,
  meshSecret: string,
): Promise<string> {
  const principals = new Principals(postgres);
  const place = async (features: Record<string, boolean> = {}): Promise<Place> => {
    const organizationId = await principals.organization(features);
    return { organizationId, projectId: await principals.project(organizationId) };
  };
  const [home, elsewhere, plain] = await Promise.all([place(), place(), place({ swarms: false, userTesting: false })]);
  const everybody = await principals.everybody(home.organizationId);
  const [revoked, stranger, unfeatured, nowhere] = await Promise.all([
    principals.somebody(home.organizationId, 'owner'),
    principals.somebody(elsewhere.organizationId, 'owner'),
    principals.somebody(plain.organizationId, 'owner'),
    principals.somebody(elsewhere.organizationId, 'owner'),
  ]);
  await principals.revoke(revoked);
  await principals.change('delete from memberships where user_id = $1', [nowhere.userId]);
  await principals.stop();

  const reach = (operation: Operation, at: Place, credential?: Credential) =>
    send(url, meshSecret, operation, at, credential);
  const rowOf = async (operation: Operation): Promise<Row> => {
    const asBoth = async (at: Place, { key, session }: Somebody) =>
      both(await reach(operation, at, { key }), await reach(operation, at, { session }));
    const byRole = await Promise.all(roles.map(async (role) => [role, await asBoth(home, everybody[role])] as const));
    return {
      path: `${operation.method} ${operation.path}`,
      needs: needsOf(operation),
      reached: {
        'no key': await reach(operation, home),
        'bad key': await reach(operation, home, { key: `sk_${'x'.repeat(43)}` }),
        'revoked key': await reach(operation, home, { key: revoked.key }),
        'no organization': await reach(operation, home, { session: nowhere.session }),
        'other organization': await asBoth(home, stranger),
        ...(Object.fromEntries(byRole) as Record<Role, string>),
        'feature off': await asBoth(plain, unfeatured),
      },
    };
  };
  const sorted = Object.values(allOperations).sort((a, b) => placeOf(a).localeCompare(placeOf(b), 'en'));
  const table: Row[] = [];
  for (const operation of sorted) table.push(await rowOf(operation));
  return printed(table);
}

const placeOf = ({ path, method }: Operation) => `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`;
const both = (withKey: Reach, signedIn: Reach): string => (withKey === signedIn ? withKey : `${withKey} · ${signedIn}`);
function needsOf(operation: Operation): string {
  const { access, gate } = operation;
  return [
    access === 'key' ? 'anybody known' : access,
    ...(access !== 'person' && isPersonal(operation) ? ['in person'] : []),
    ...(gate ? [gate] : []),
  ].join(', ');
}

async function send(
  url: string,
  meshSecret: string,
  { method, path, beside, consumes }: Operation,
  { organizationId, projectId }: Place,
  credential?: Credential,
): Promise<Reach> {
  const filled = path
    .replace('{projectId}', projectId)
    .replace('{organizationId}', organizationId)
    .replace(/\{\w+\}/g, 'x');
  const response = await fetch(`${url}${beside ? '' : '/api/v1'}${filled}`, {
    method,
    redirect: 'manual',
    headers: { ...(consumes && { 'content-type': consumes }), ...(credential && headersOf(credential, meshSecret)) },
    ...(method !== 'GET' && { body: BROKEN }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  const known = ['401', '403'].find((status) => status === String(response.status)) as Reach | undefined;
  return known ?? (response.status === 404 && OUT_OF_REACH.test(text) ? '404' : 'in');
}

function printed(rows: Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `# Who reaches what

Every operation, asked by everybody: a test asks a running installation and compares its answers with this page (\`UPDATE_AUTHORIZATION=1 npm test -- deploy/local/test/access/authorization.test.ts\` writes it anew).

- \`in\`: the request reached the operation. \`401\`: nobody, or nobody any more. \`403\`: known, and not allowed to. \`404\`: out of reach, which looks like what does not exist.
- \`a · b\`: with an API key · signed in with a browser, where the two differ. Everything else is the same for both.
- \`no organization\` is somebody who signed in and belongs to none; \`other organization\` is an owner there. The four roles are those in the organization that the path, or the caller, is in; its project is public, so they are that in the project, too. \`feature off\` is an owner of an organization that has switched every feature off, in a project of their own.
- \`needs\`: the least role, \`person\` for whoever signed in, \`in person\` where a key of that role will not do, and the feature, if any.

${line(['operation', 'needs', ...columns])}
${line(['---', '---', ...columns.map(() => '---')])}
${rows.map(({ path, needs, reached }) => line([`\`${path}\``, needs, ...columns.map((column) => reached[column])])).join('\n')}
`;
}
