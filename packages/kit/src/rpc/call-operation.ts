import type { Static, TSchema } from 'typebox';
import type { Document } from '@assay/mesh/gen/assay/v1/document';
import type { Operation, TargetOf } from '@assay/contract/operation';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { CallOptions, Channel } from './client.ts';

/** The JSON of a reply; unread where the contract does not know it. */
type Reply<Out extends TSchema> = Static<Out> extends Uint8Array ? unknown : Static<Out>;

/** Calls an operation of another service, and answers its reply. */
export async function callOperation<Req, In extends TSchema, Out extends TSchema>(
  channel: Pick<Channel, 'call'>,
  operation: Operation<Req, In, Out>,
  target: TargetOf<Req>,
  input: Static<In>,
  options?: CallOptions,
): Promise<Reply<Out>> {
  const { json } = await callForDocument(channel, operation, target, input, options);
  return JSON.parse(json.toString()) as Reply<Out>;
}

/** The same, and answers the reply's bytes with what goes beside them. */
export const callForDocument = <Req, In extends TSchema, Out extends TSchema>(
  channel: Pick<Channel, 'call'>,
  operation: Operation<Req, In, Out>,
  target: TargetOf<Req>,
  input: Static<In>,
  options?: CallOptions,
): Promise<Document> =>
  channel.call(rpcOf(operation), { ...target, input: Buffer.from(JSON.stringify(input)) } as unknown as Req, options);
