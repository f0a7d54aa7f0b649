import { missingTools } from '../../tools.ts';

/** Describes tests of the rendered chart. CI installs helm (deploy/check/install-tools.ts); elsewhere they are counted as skipped. */
export const withHelm: jest.Describe = missingTools().length ? describe.skip : describe;
