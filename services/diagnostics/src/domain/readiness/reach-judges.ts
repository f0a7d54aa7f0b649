import { fail, notApplicable, notEvaluated, pass, warn, type RequirementJudge } from './requirement.ts';

export const reachableServer: RequirementJudge = ({ connection: { status, message, answered } }) => {
  if (status === 'connected') return pass('A session was opened.');
  if (status === 'needs-grant')
    return notEvaluated(
      'The server answers and asks for an OAuth grant before it opens a session.',
      'an OAuth grant for the server',
    );
  return fail(
    message ?? 'No session could be opened.',
    answered
      ? 'Run the doctor on the server; it tells what its answer lacks.'
      : 'Make the server answer at the saved address; the doctor tells where the connection breaks.',
  );
};

export const httpsEndpoint: RequirementJudge = ({ endpoint: { scheme } }) =>
  scheme === 'https'
    ? pass('The address is https.')
    : fail(`The address is ${scheme}.`, 'Serve the endpoint over HTTPS, and save that address.');

const OVER_TLS = /^(certificate_|tls_failed)/;

export const validCertificate: RequirementJudge = ({
  endpoint: { scheme, trustsMore },
  connection: { answered, message, cause = '' },
}) => {
  if (scheme !== 'https') return notApplicable('There is no certificate without HTTPS.');
  if (OVER_TLS.test(cause))
    return fail(
      message ?? 'The certificate was not accepted.',
      'Serve a valid certificate of a recognized authority, with its whole chain, for the name in the address.',
      [cause],
    );
  if (answered && trustsMore)
    return notEvaluated(
      'The certificate was accepted by an installation that trusts certificates of its own.',
      'a look from an installation without certificates of its own',
    );
  if (answered) return pass('The certificate was accepted.');
  return notEvaluated(message ?? 'The server did not answer.', 'an answer of the server');
};

const LOCAL = /\.(localhost|local|internal|test|example|invalid|lan|home\.arpa|svc|corp|home|intranet)$/i;
const TUNNEL =
  /\.(ngrok(-free)?\.(app|dev|io|pizza)|trycloudflare\.com|loca\.lt|serveo\.net|devtunnels\.ms|pinggy\.link|tunnelmole\.net)$/i;

export const publicAddress: RequirementJudge = ({ endpoint: { host, addressClass } }) => {
  const name = host.replace(/\.$/, '');
  if (addressClass !== undefined)
    return fail(
      `"${host}" is an IP address (${addressClass}) and no name.`,
      'Deploy the server under a public domain name, and save that address.',
      [host],
    );
  if (!name.includes('.') || LOCAL.test(name))
    return fail(
      `"${host}" is not a public name.`,
      'Deploy the server under a public domain name, and save that address.',
      [host],
    );
  if (TUNNEL.test(name))
    return fail(
      `"${host}" belongs to a tunnel for development.`,
      'Deploy the server under a domain of your own, and save that address.',
      [host],
    );
  return pass(`"${host}" is a public name.`);
};

export const streamableHttp: RequirementJudge = ({ connection: { transport } }) => {
  if (transport === undefined) return notEvaluated('No transport was agreed on.', 'a connection to the server');
  if (transport === 'sse')
    return warn('The server speaks the older HTTP+SSE transport only.', 'Offer Streamable HTTP at the same address.');
  return pass('The server speaks Streamable HTTP.');
};

const SECRET_WORDS = new Set([
  'key',
  'apikey',
  'token',
  'secret',
  'auth',
  'authorization',
  'password',
  'passwd',
  'pwd',
  'credential',
  'credentials',
  'sig',
  'signature',
  'bearer',
  'jwt',
  'accesskey',
  'accesstoken',
]);
const isSecret = (name: string): boolean =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => SECRET_WORDS.has(word));

export const noSecretInAddress: RequirementJudge = ({ endpoint: { queryNames } }) => {
  const suspicious = queryNames.filter(isSecret);
  if (suspicious.length === 0) return pass('The address carries no credential.');
  return fail(
    'The address carries what looks like a credential.',
    'Take credentials out of the address; ask for OAuth instead.',
    suspicious,
  );
};

export const listsReadable: RequirementJudge = ({ surface, unread, flaws, connection }) => {
  if (!surface)
    return notEvaluated(
      'No list could be asked for.',
      connection.status === 'needs-grant' ? 'an OAuth grant for the server' : 'a connection to the server',
    );
  if (unread.length > 0)
    return fail(told(unread), 'Serve every list that the capabilities declare, or stop declaring it.', [
      ...new Set(unread.map(({ list }) => list)),
    ]);
  if (flaws.length > 0)
    return fail(told(flaws), 'Fix these items: clients may refuse the whole list for one of them.', [
      ...new Set(flaws.map(({ list, name }) => name ?? list)),
    ]);
  return pass('Every declared list was read to its end.');
};

const TOLD = 3;
const told = (faults: { message: string }[]): string => {
  const messages = [...new Set(faults.map(({ message }) => message))];
  return `${messages.slice(0, TOLD).join(' ')}${messages.length > TOLD ? ` And ${messages.length - TOLD} more.` : ''}`;
};
