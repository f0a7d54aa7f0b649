import type { UpdateEnvironment } from '@assay/contract/areas/environments/documents';
import { withoutNull } from '@assay/contract/patches/without-null';
import type { EnvironmentBody, EnvironmentState } from './environment-record.ts';

/** An environment after a patch: absent leaves alone, null clears, a value replaces. */
export function patchedState(
  state: EnvironmentState,
  patch: Omit<UpdateEnvironment, 'expectedRevision'>,
): EnvironmentState {
  const { name = state.name, hostId = state.clientId, serverAttachmentId = state.serverGroupId, ...body } = patch;
  return {
    ...state,
    name,
    clientId: hostId,
    serverGroupId: serverAttachmentId ?? undefined,
    body: withoutNull<EnvironmentBody>({ ...state.body, ...body }),
  };
}
