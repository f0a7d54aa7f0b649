import { plainClient } from '@assay/testkit/clients/plain-client';
import { refuseUnsupportedBundle } from './unsupported-bundle.ts';

const client = { id: 'host_1', name: 'Desk', configId: 'config_1', versionId: 'cver_1', versionNumber: 1 };

test('a bundle without unsupported parts may be launched', () =>
  expect(() => refuseUnsupportedBundle({ client: { ...client, config: plainClient() } })).not.toThrow());

test.each([
  ['a sandbox image', {}, 'img_1', { reason: 'SANDBOX_LAUNCHER_UNAVAILABLE', sandboxImageId: 'img_1' }],
  ['a harness', { harness: 'claude-code' as const }, undefined, { reason: 'HARNESS_UNAVAILABLE' }],
])('a bundle with %s is refused with the reason', (_, settings, sandboxImageId, details) => {
  const config = plainClient(settings);
  const refuse = () =>
    refuseUnsupportedBundle({ client: { ...client, config }, ...(sandboxImageId && { sandboxImageId }) });
  expect(refuse).toThrow(
    expect.objectContaining({ code: 'FEATURE_NOT_SUPPORTED', details: expect.objectContaining(details) }),
  );
});
