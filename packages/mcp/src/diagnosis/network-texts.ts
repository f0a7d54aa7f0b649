import { inBrackets, hostnameOf, hostOf, otherScheme, portOf, secondsText, causeText } from './text.ts';

const LOOK_AT_CERTIFICATE = 'openssl s_client -connect';

/** Texts for causes below HTTP. */
export const networkTexts = {
  name_not_resolved: causeText(
    (facts) =>
      `The name ${hostnameOf(facts)} could not be looked up${inBrackets(facts.systemCode)}: it does not exist, or the resolver of this machine does not know it or did not answer in time.`,
    (facts) =>
      `Check the spelling of the address, and run \`nslookup ${hostnameOf(facts)}\` where Assay runs. A name that only a private network knows needs a runner in that network (\`runnerLabels\`).`,
  ),
  no_route: causeText(
    (facts) =>
      `There is no route from here to ${hostOf(facts)}${inBrackets(facts.systemCode, facts.addresses?.join(', '))}: the address belongs to a network that this machine cannot reach.`,
    'Check that the address is the one meant, and that VPN, routes and firewalls let this machine reach it. A server in a private network needs a runner there (`runnerLabels`).',
  ),
  connection_refused: causeText(
    (facts) =>
      `${portOf(facts)} refuses connections${inBrackets(facts.addresses?.join(', '))}: the machine answers, and no program listens on that port.`,
    (facts) =>
      `Start the server, or correct the port. If it runs in a container, see that it listens on 0.0.0.0 and not on 127.0.0.1, and that the port is published. Try \`curl -v ${facts.url ?? ''}\` from where Assay runs.`,
  ),
  connection_reset: causeText(
    (facts) =>
      `${hostOf(facts)} took the connection and cut it off before it answered${inBrackets(facts.systemCode)}. A server that crashes, a firewall, or a port that speaks something other than HTTP does that.`,
    (facts) => `Read the server's log for the moment of the request, and try \`curl -v ${facts.url ?? ''}\`.`,
  ),
  connection_closed: causeText(
    (facts) =>
      `${hostOf(facts)} took the request and closed the connection without an answer${inBrackets(facts.systemCode)}.`,
    (facts) =>
      `Read the server's log for a crash at that moment, and check that the port speaks HTTP: \`curl -v ${facts.url ?? ''}\`.`,
  ),
  connect_timeout: causeText(
    (facts) =>
      `No connection to ${portOf(facts)} was established within ${secondsText(facts.elapsedMs)}${inBrackets(facts.systemCode)}. Usually a firewall drops the packets, or the TLS handshake is never finished.`,
    'Open the port for the address that Assay connects from, or have a runner connect from inside the network (`runnerLabels`).',
  ),
  egress_refused: causeText(
    (facts) =>
      `This installation does not let requests out to that address${facts.refusedBecause ? `: ${facts.refusedBecause}` : '.'}`,
    'Save another address, or ask the operator whether the egress policy may admit it.',
  ),
  port_forbidden: causeText(
    (facts) =>
      `${portOf(facts)} has a port of another protocol, to which the Fetch standard forbids HTTP requests. Nothing was sent; browsers and many MCP clients refuse the port, too.`,
    'Have the server listen on another port, such as 8080, and save that.',
  ),
  proxy_failed: causeText(
    (facts) =>
      `The proxy that this installation goes through did not let us through${facts.refusedBecause ? `: ${facts.refusedBecause}` : '.'}`,
    'Ask the operator to check the proxy, and whether this address should go past it.',
  ),
  tunnel_not_connected: causeText(
    'The server is reached through a tunnel, and no client is connected at its other end.',
    'Start `assay tunnel` beside the server, or see why it lost its connection.',
  ),
  tunnel_server_unreachable: causeText(
    'The tunnel to the server is connected, and behind it no server answers as one.',
    'Start the server, and check the address that `assay tunnel` was given.',
  ),
  tunnel_out_of_reach: causeText(
    'The server is reached through a tunnel, and what was asked for does not go through one.',
    'Ask through this installation itself, or save an address of the server that can be reached without the tunnel.',
  ),
  tls_not_spoken: causeText(
    (facts) =>
      `The address begins with https, and ${portOf(facts)} does not answer in TLS${inBrackets(facts.systemCode)}: it speaks plain HTTP, or no HTTP at all.`,
    (facts) => `Save ${otherScheme(facts)} if the server really has no TLS, or the port on which it has.`,
  ),
  tls_required: causeText(
    (facts) => `The address begins with http, and ${portOf(facts)} speaks TLS.`,
    (facts) => `Save ${otherScheme(facts)}.`,
  ),
  tls_failed: causeText(
    (facts) =>
      `The TLS handshake with ${portOf(facts)} failed${inBrackets(facts.systemCode)}: the connection was cut during it, or the two sides agree on no version or cipher, or the server wants a client certificate.`,
    (facts) =>
      `See what the server offers: \`${LOOK_AT_CERTIFICATE} ${portOf(facts)} -servername ${hostnameOf(facts)}\`.`,
  ),
  certificate_expired: causeText(
    (facts) =>
      `The certificate of ${hostOf(facts)} has expired${inBrackets(facts.systemCode)}, so no client may trust it any more.`,
    (facts) =>
      `Renew the certificate and reload the server. Its dates: \`${LOOK_AT_CERTIFICATE} ${portOf(facts)} -servername ${hostnameOf(facts)} </dev/null | openssl x509 -noout -dates\`.`,
  ),
  certificate_not_yet_valid: causeText(
    (facts) =>
      `The certificate of ${hostOf(facts)} is valid only later${inBrackets(facts.systemCode)}: it was made with a date to come, or the clock of this machine is slow.`,
    'Compare the clock of this machine with the dates of the certificate.',
  ),
  certificate_wrong_host: causeText(
    (facts) => `The certificate of ${hostOf(facts)} was made for other names${inBrackets(facts.systemCode)}.`,
    (facts) =>
      `Save the address under a name that the certificate holds, or have one issued that holds ${hostnameOf(facts)}.`,
  ),
  certificate_unknown_issuer: causeText(
    (facts) =>
      `The certificate of ${hostOf(facts)} was issued by an authority that this installation does not know${inBrackets(facts.systemCode)}: a private authority, or a chain whose intermediate certificates the server does not send.`,
    'For a public authority, have the server send the whole chain. For a private one, ask the operator to add its root to the CA certificates that Assay trusts.',
  ),
  certificate_self_signed: causeText(
    (facts) =>
      `The certificate of ${hostOf(facts)} is signed by itself${inBrackets(facts.systemCode)}, so no authority confirms it.`,
    'Use a certificate of an authority, or ask the operator to add this one to the CA certificates that Assay trusts.',
  ),
};
