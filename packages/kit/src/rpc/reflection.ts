import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@grpc/grpc-js';

/** Lets grpcurl and its kind list our services. Loaded on demand: the descriptors cost memory that most processes never use. */
export async function addReflection(server: Server): Promise<void> {
  const [{ ReflectionService }, { loadFileDescriptorSetFromBuffer }] = await Promise.all([
    import('@grpc/reflection'),
    import('@grpc/proto-loader'),
  ]);
  const descriptors = readFileSync(join(import.meta.dirname, '../../../../proto/src/gen/descriptors.binpb'));
  new ReflectionService(loadFileDescriptorSetFromBuffer(descriptors)).addToServer(server);
}
