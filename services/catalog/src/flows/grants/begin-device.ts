import { randomInt } from 'node:crypto';
import { issuerOf } from '@assay/contract/areas/grants/resources';
import { unavailable } from '@assay/contract/problem';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import type { Deps } from '../../deps.ts';
import { askedBy, isFault, oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { repetitionIn, valueOf, type OAuthParameters } from '../../domain/grants/authorization-request.ts';
import { LIVES_S, POLL_S } from '../../domain/grants/grant.ts';
import { metadataAddress } from '../../domain/grants/published-application.ts';
import { lettersOfCode, newUserCode } from '../../domain/grants/user-code.ts';
import { insertDeviceAuthorization } from '../../store/grants/device-authorizations.ts';
import { missing } from './exchange.ts';
import { limitDevices } from './grant-brakes.ts';
import { findApplication } from './find-application.ts';

/** Begins the sign-in of a device (RFC 8628, section 3.2). @throws RATE_LIMITED, and UNAVAILABLE when too many wait. */
export async function beginDevice(
  deps: Deps,
  form: OAuthParameters,
  clientAddress: string,
): Promise<object | OAuthFault> {
  const repetition = repetitionIn(form);
  if (repetition) return repetition;
  const id = valueOf(form, 'client_id');
  if (id === undefined) return missing('client_id');
  // The sender is not signed in, so no metadata is read for it.
  if (metadataAddress(id)) return oauthFault('unauthorized_client', 'Register the application to sign in on a device.');
  const application = await findApplication(deps, id);
  if (isFault(application)) return application;
  const asked = askedBy(deps.publicUrl, { scope: valueOf(form, 'scope'), resources: form.get('resource') ?? [] }, id);
  if (isFault(asked)) return asked;
  await limitDevices(deps, clientAddress);
  const [deviceCode, userCode] = [newSecret('odc_'), newUserCode(randomInt)];
  const isStored = await insertDeviceAuthorization(deps.pool, {
    hash: hashOfSecret(deviceCode),
    userCodeHash: hashOfSecret(lettersOfCode(userCode)!),
    request: { ...asked, applicationId: id, applicationName: application.name },
  });
  if (!isStored) throw unavailable('Too many devices wait to be signed in; try again in a few minutes.');
  const page = `${issuerOf(deps.publicUrl)}/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: LIVES_S.deviceCode,
    interval: POLL_S,
  };
}
