import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { parametersOf } from '../../domain/grants/authorization-request.ts';
import { authorizationPage, decideAuthorization } from '../../flows/grants/authorization-page.ts';
import { beginDevice } from '../../flows/grants/begin-device.ts';
import { decideDevice, devicePage } from '../../flows/grants/device-page.ts';
import { exchange } from '../../flows/grants/exchange.ts';
import { oauthAnswer } from '../../flows/grants/oauth-answer.ts';
import { register } from '../../flows/grants/register.ts';

export const openAuthorization = (deps: Deps) =>
  handle(operations.openAuthorization, async (_caller, { sessionToken }, query) =>
    authorizationPage(deps, sessionToken, textOf(query)),
  );

export const submitAuthorization = (deps: Deps) =>
  handle(operations.submitAuthorization, async (_caller, { sessionToken }, form) =>
    decideAuthorization(deps, sessionToken, parametersIn(form)),
  );

export const openDevice = (deps: Deps) =>
  handle(operations.openDevice, async (_caller, { sessionToken }, { user_code: code }) =>
    devicePage(deps, sessionToken, typeof code === 'string' ? code : undefined),
  );

export const submitDevice = (deps: Deps) =>
  handle(operations.submitDevice, async (_caller, { sessionToken }, form) =>
    decideDevice(deps, sessionToken, parametersIn(form)),
  );

export const beginDeviceAuthorization = (deps: Deps) =>
  handle(operations.beginDeviceAuthorization, async (_caller, _target, form) =>
    oauthAnswer(await beginDevice(deps, parametersIn(form))),
  );

export const issueTokens = (deps: Deps) =>
  handle(operations.issueTokens, async (_caller, _target, form) =>
    oauthAnswer(await exchange(deps, parametersIn(form))),
  );

export const registerApplication = (deps: Deps) =>
  handle(operations.registerApplication, async (_caller, { clientAddress }, body) =>
    oauthAnswer(await register(deps, body, clientAddress)),
  );

const parametersIn = (form: Uint8Array) => parametersOf(Buffer.from(form).toString());

/** The text of a query that was read. */
const textOf = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value]
        .flat()
        .filter((each) => typeof each === 'string')
        .map((each): [string, string] => [name, each]),
    ),
  ).toString();
