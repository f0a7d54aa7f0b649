import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { parametersOf, queryText } from '../../domain/grants/authorization-request.ts';
import { authorizationPage, decideAuthorization } from '../../flows/grants/authorization-page.ts';
import { beginDevice } from '../../flows/grants/begin-device.ts';
import { decideDevice, devicePage } from '../../flows/grants/device-page.ts';
import { exchange } from '../../flows/grants/exchange.ts';
import { oauthAnswer } from '../../flows/grants/oauth-answer.ts';

export const openAuthorization = (deps: Deps) =>
  handle(operations.openAuthorization, async (_caller, { sessionToken }, query) =>
    authorizationPage(deps, sessionToken, queryText(query)),
  );

export const submitAuthorization = (deps: Deps) =>
  handle(operations.submitAuthorization, async (_caller, { sessionToken }, form) =>
    decideAuthorization(deps, sessionToken, parametersOf(form)),
  );

export const openDevice = (deps: Deps) =>
  handle(operations.openDevice, async (_caller, { sessionToken }, { user_code: code }) =>
    devicePage(deps, sessionToken, typeof code === 'string' ? code : undefined),
  );

export const submitDevice = (deps: Deps) =>
  handle(operations.submitDevice, async (_caller, { sessionToken }, form) =>
    decideDevice(deps, sessionToken, parametersOf(form)),
  );

export const beginDeviceAuthorization = (deps: Deps) =>
  handle(operations.beginDeviceAuthorization, async (_caller, { clientAddress }, form) =>
    oauthAnswer(await beginDevice(deps, parametersOf(form), clientAddress)),
  );

export const issueTokens = (deps: Deps) =>
  handle(operations.issueTokens, async (_caller, _target, form) =>
    oauthAnswer(await exchange(deps, parametersOf(form))),
  );
