import { ServerCredentials, type Server } from '@grpc/grpc-js';

/** Serves gRPC on a free port of this machine; returns the port. */
export const listenGrpc = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
