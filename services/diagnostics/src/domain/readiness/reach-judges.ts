import { fail, notApplicable, notEvaluated, pass, warn, type Judge } from './requirement.ts';

export const reachable: Judge = ({ connection: { status, message, answered } }) => {
  if (status === 'connected') return pass('A session was opened.');
  if (status === 'needs-grant') return notEvaluated('The server answers and asks for an OAuth grant before it opens a session.', 'an OAuth grant for the server');
  return fail(message ?? 'No session could be opened.', answered ? 'Run the doctor on the server; it tells what its answer lacks.' : 'Make the server answer at the saved address; the doctor tells where the connection breaks.');
};

export const https: Judge = ({ endpoint: { scheme } }) =>
  (scheme === 'https' ? pass('The address is https.') : fail(`The address is ${scheme}.`, 'Serve the endpoint over HTTPS, and save that address.'));

export const certificate: Judge = ({ endpoint: { scheme }, connection: { answered, message } }) => {
  if (scheme !== 'https') return notApplicable('There is no certificate without HTTPS.');
  if (answered) return pass('The certificate was accepted.');
  return notEvaluated(message ?? 'The server did not answer.', 'an answer of the server');
};

const LOCAL = /^(localhost|.*\.(localhost|local|internal|test|example|invalid|lan|home\.arpa)|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|0\.0\.0\.0|\[(::1?|f[cde][^\]]*)\])$/i;
const TUNNEL = /\.(ngrok(-free)?\.(app|dev|io)|trycloudflare\.com|loca\.lt|serveo\.net|devtunnels\.ms)$/i;

export const publicAddress: Judge = ({ endpoint: { host } }) => {
  if (LOCAL.test(host)) return fail(`"${host}" is no public name.`, 'Deploy the server under a public domain name, and save that address.', [host]);
  if (TUNNEL.test(host)) return fail(`"${host}" belongs to a tunnel for development.`, 'Deploy the server under a domain of your own, and save that address.', [host]);
  return pass(`"${host}" is a public name.`);
};

export const streamableHttp: Judge = ({ connection: { transport } }) => {
  if (transport === undefined) return notEvaluated('No transport was agreed on.', 'a connection to the server');
  if (transport === 'sse') return warn('The server speaks the older HTTP+SSE transport only.', 'Offer Streamable HTTP at the same address.');
  return pass('The server speaks Streamable HTTP.');
};

const SECRET_NAME = /key|token|secret|auth|password|passwd|credential|sig(nature)?$/i;

export const noSecretInAddress: Judge = ({ endpoint: { queryNames } }) => {
  const suspicious = queryNames.filter((name) => SECRET_NAME.test(name));
  if (suspicious.length === 0) return pass('The address carries no credential.');
  return fail('The address carries what looks like a credential.', 'Take credentials out of the address; ask for OAuth instead.', suspicious);
};

export const listsReadable: Judge = ({ surface, unread, connection }) => {
  if (!surface) return notEvaluated('No list could be asked for.', connection.status === 'needs-grant' ? 'an OAuth grant for the server' : 'a connection to the server');
  if (unread.length === 0) return pass('Every declared list was read to its end.');
  return fail(unread.map(({ message }) => message).join(' '), 'Serve every list that the capabilities declare, or stop declaring it.', unread.map(({ list }) => list));
};
