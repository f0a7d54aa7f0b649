import { join } from 'node:path';
import { addressSetting, serviceNames } from '@assay/contract/services';

/** The programs of an installation that run all the time. */
export const PARTS = [...serviceNames, 'runner', 'gateway'] as const;
export type Part = (typeof PARTS)[number];

/** The port of each part, which is the same on every host. */
export type PartPorts = Record<Part, number>;

/** The folder of today's code. */
export const TODAY = join(import.meta.dirname, '../../../..');

/** The program of a part, in the folder of a version's code. */
export const mainOf = (part: Part, root: string): string =>
  join(root, part === 'gateway' ? 'gateway' : `services/${part}`, 'src/main.ts');

/** The program of the migrations, in the folder of a version's code. */
export const migrateMainOf = (root: string): string => join(root, 'deploy/migrate/src/main.ts');

/** The settings by which parts find the services: names that the name server at `address` knows. */
export const serviceAddresses = (address: string, ports: PartPorts): Record<string, string> =>
  Object.fromEntries(serviceNames.map((name) => [addressSetting(name), `dns://${address}/${name}:${ports[name]}`]));
