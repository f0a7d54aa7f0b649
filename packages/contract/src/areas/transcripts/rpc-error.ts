/** The error code of a call that the server answered with a JSON-RPC error of no more precise meaning. */
export const RPC_ERROR = 'RPC_ERROR';
