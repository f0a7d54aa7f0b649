import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isPersonal, roles, type Role } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { headersOf, Principals, type Credential, type PersonCredentials } from '../support/principals.ts';
import type { Installation } from '../support/installation.ts';

/** How far a request came: to the operation, or the status of its refusal. */
type Reach = 'in' | '401' | '403' | '404';

const columns = [
  'no key',
  'bad key',
  'revoked key',
  'no organization',
  'other organization',
  ...roles,
  'feature off',
  'operator',
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

/** A body that cannot be parsed: a caller that gets the parse error has reached the operation, and changed nothing. */
const BROKEN = '{oops';
/** The message of a refusal by the access rules, as opposed to an operation that does not find an object. */
const outOfReach = ({ hides }: Operation): RegExp =>
  new RegExp(`"No such (project|organization${hides === undefined ? '' : `|${hides}`})\\."`);

/**
 * Sends every operation as every principal, through the gateway and the services behind it, and returns the table of
 * how far each came.
 */
export async function accessTable(
  { url, urlOf }: Pick<Installation, 'url' | 'urlOf'>,
  meshSecret: string,
  operatorKey: string,
): Promise<string> {
  const principals = new Principals({ urlOf });
  const place = async (features: Record<string, boolean> = {}): Promise<Place> => {
    const organizationId = await principals.organization(features);
    return { organizationId, projectId: await principals.project(organizationId) };
  };
  const [home, elsewhere, plain] = await Promise.all([place(), place(), place({ swarms: false, userTesting: false })]);
  const people = await principals.onePerRole(home.organizationId);
  const [revoked, stranger, unfeatured, nowhere] = await Promise.all([
    principals.person(home.organizationId, 'owner'),
    principals.person(elsewhere.organizationId, 'owner'),
    principals.person(plain.organizationId, 'owner'),
    principals.person(elsewhere.organizationId, 'owner'),
  ]);
  await principals.revoke(revoked);
  await principals.change('delete from memberships where user_id = $1', [nowhere.userId]);
  await principals.stop();

  const agent = new Agent({ keepAlive: true });
  const reach = (operation: Operation, at: Place, credential?: Credential) =>
    send(agent, url, meshSecret, operation, at, credential);
  const rowOf = async (operation: Operation): Promise<Row> => {
    const asBoth = async (at: Place, { key, session }: PersonCredentials) =>
      both(await reach(operation, at, { key }), await reach(operation, at, { session }));
    const byRole = await Promise.all(roles.map(async (role) => [role, await asBoth(home, people[role])] as const));
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
        operator: await reach(operation, home, { key: operatorKey }),
      },
    };
  };
  const sorted = Object.values(allOperations).sort((a, b) => placeOf(a).localeCompare(placeOf(b), 'en'));
  const table: Row[] = [];
  for (const operation of sorted) table.push(await rowOf(operation));
  agent.destroy();
  return printed(table);
}

const placeOf = ({ path, method }: Operation) => `${path} ${['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)}`;
const both = (withKey: Reach, signedIn: Reach): string => (withKey === signedIn ? withKey : `${withKey} · ${signedIn}`);
function needsOf(operation: Operation): string {
  const { access, gate } = operation;
  return [
    access === 'key' ? 'any known caller' : access,
    ...(access !== 'person' && isPersonal(operation) ? ['in person'] : []),
    ...(gate ? [gate] : []),
  ].join(', ');
}

/** How long a request is repeated while the installation says that it is overloaded, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Sends a request, and sends it again while the answer is 503, which says nothing about access. */
const send = (...request: Parameters<typeof sendOnce>): Promise<Reach> =>
  waitUntil(() => sendOnce(...request), TIMEOUT_MS);

/** Undefined for an answer of 503. */
async function sendOnce(
  agent: Agent,
  url: string,
  meshSecret: string,
  operation: Operation,
  { organizationId, projectId }: Place,
  credential?: Credential,
): Promise<Reach | undefined> {
  const { method, path, beside, consumes } = operation;
  const filled = path
    .replace('{projectId}', projectId)
    .replace('{organizationId}', organizationId)
    .replace(/\{\w+\}/g, 'x');
  const { status, body } = await answerOf(agent, `${url}${beside ? '' : '/api/v1'}${filled}`, method, {
    ...(consumes && { 'content-type': consumes }),
    ...(credential && headersOf(credential, meshSecret)),
  });
  if (status === 503) return undefined;
  if (status >= 500) throw new Error(`${method} ${path} answered ${status}: ${body}`);
  const known = ['401', '403'].find((each) => each === String(status)) as Reach | undefined;
  return known ?? (status === 404 && outOfReach(operation).test(body) ? '404' : 'in');
}

/** Sends a broken body with `node:http`, because `fetch` takes much more of the processor and these are thousands. */
function answerOf(agent: Agent, url: string, method: string, headers: Record<string, string>) {
  const body = method === 'GET' ? '' : BROKEN;
  const typed = {
    ...(body && { 'content-type': 'text/plain;charset=UTF-8', 'content-length': body.length }),
    ...headers,
  };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(url, { agent, method, headers: typed }, (response) => {
      const status = response.statusCode!;
      // A stream of events has reached its operation, and may never end.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy();
        resolve({ status, body: '' });
        return;
      }
      text(response).then((answer) => resolve({ status, body: answer }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

function printed(rows: Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `# Access table

How far each principal comes with every operation of the API.
A test sends every request to a running installation and compares the answers with this page
(\`UPDATE_AUTHORIZATION=1 npm test -- deploy/local/test/access/authorization.test.ts\` writes it again).

- \`in\`: the request reached the operation.
  \`401\`: there is no caller, or the credential is no longer valid.
  \`403\`: the caller is known, and has too few rights.
  \`404\`: the object is out of reach, which looks like an object that does not exist.
- \`a · b\`: with an API key · signed in with a browser, where the two differ. All other cells are the same for both.
- \`no organization\` is a person who signed in and belongs to no organization.
  \`other organization\` is an owner of another organization.
  The four roles are roles in the organization that the path names, or that the caller acts in.
  Its project is public, so they are roles in the project, too.
  \`feature off\` is an owner of an organization that has switched every feature off, in a project of their own.
- \`operator\` is the operator of the installation, whose key opens nothing of an organization; public operations read no key.
- \`needs\`: the least role; \`visitor\` for a visitor of the study whose link is in the path, who is no other principal and has the cookie of visitors; \`person\` for every person who signed in; \`in person\` where a key of that role is refused;
  and the feature, if any.

${line(['operation', 'needs', ...columns])}
${line(['---', '---', ...columns.map(() => '---')])}
${rows.map(({ path, needs, reached }) => line([`\`${path}\``, needs, ...columns.map((column) => reached[column])])).join('\n')}
`;
}
