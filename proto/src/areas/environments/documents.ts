import { Type } from 'typebox';
import { open } from '../../schema.ts';

export const EnvironmentCapabilities = open(
  {
    modelOverrides: Type.Boolean({ description: 'An environment may name another model than its client.' }),
    modelMatrix: Type.Boolean({ description: 'A group of runs may have targets that differ in their models.' }),
    ephemeralEnvironmentLaunch: Type.Boolean({ description: 'A launch may make an environment for itself.' }),
  },
  { $id: 'ProjectEnvironmentCapabilities' },
);
