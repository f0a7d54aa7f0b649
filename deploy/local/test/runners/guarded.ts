import { request as send } from 'node:http';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';

/** Stands in front of an MCP server and refuses requests with another `x-key`. */
export const startGuarded = (target: string, key: string): Promise<ListeningServer> =>
  listenLocally((request, response) => {
    if (request.headers['x-key'] !== key) return void response.writeHead(401).end();
    const onward = send(target, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
