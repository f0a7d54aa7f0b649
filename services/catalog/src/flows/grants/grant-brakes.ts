import { networkOf } from '@assay/kit/requests/network';
import type { Deps } from '../../deps.ts';
import { perQuarter, takeAttempts } from '../sessions/sign-in-brakes.ts';
import type { TokenReturn } from '../../store/limits/rate-buckets.ts';

/** Registrations of one network in a quarter of an hour: 20 an hour. */
const REGISTRATIONS = 5;
/** Sign-ins of devices that one network may begin in a quarter of an hour: a whole company may share one. */
const DEVICES = 60;
/** Wrong codes of devices that a person may enter in a quarter of an hour. */
const DEVICE_CODES = 20;

/** @throws RATE_LIMITED */
export async function limitRegistrations(deps: Deps, clientAddress: string): Promise<void> {
  await takeAttempts(deps, [perQuarter(`registrations from ${networkOf(clientAddress)}`, REGISTRATIONS)]);
}

/** @throws RATE_LIMITED */
export async function limitDevices(deps: Deps, clientAddress: string): Promise<void> {
  await takeAttempts(deps, [perQuarter(`devices from ${networkOf(clientAddress)}`, DEVICES)]);
}

/** Limits guesses of codes. Answers the taken tokens, which a right code gives back. @throws RATE_LIMITED */
export const limitDeviceCodes = (deps: Deps, userId: string): Promise<TokenReturn[]> =>
  takeAttempts(deps, [perQuarter(`device codes of ${userId}`, DEVICE_CODES)]);
