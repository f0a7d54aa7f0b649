import { join } from 'node:path';
import { addressSetting, serviceNames } from '@assay/contract/services';

/** The programs of an installation that run all the time. */
export const PARTS = [...serviceNames, 'runner', 'gateway'] as const;
export type Part = (typeof PARTS)[number];

/** The port of each part, which is the same on every host. */
export type PartPorts = Record<Part, number>;

const repository = join(import.meta.dirname, '../../../..');

/** The program of a part. */
export const mainOf = (part: Part): string =>
  join(repository, part === 'gateway' ? 'gateway' : `services/${part}`, 'src/main.ts');

/** The program of the migrations. */
export const migrateMain = join(repository, 'deploy/migrate/src/main.ts');

/** The settings by which parts find the services: names that the name server at `address` knows. */
export const serviceAddresses = (address: string, ports: PartPorts): Record<string, string> =>
  Object.fromEntries(serviceNames.map((name) => [addressSetting(name), `dns://${address}/${name}:${ports[name]}`]));
