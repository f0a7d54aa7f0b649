import { modelProviders, type ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import { faultProblem } from '@assay/contract/fault';
import { conflict, forbidden, notFound, type Problem } from '@assay/contract/problem';
import { providerNamed } from './model-providers/model-provider.ts';

export const nameTaken = (name: string, kind: 'server' | 'secret' = 'server'): Problem =>
  conflict(`The project already has a ${kind} named "${name}".`);

/** The provider that a path names; any other name is a VALIDATION_ERROR that lists the providers. */
export function knownProvider(name: string): ModelProviderName {
  const provider = providerNamed(name);
  if (!provider) throw faultProblem({ path: '/provider', message: `must be one of ${modelProviders.join(', ')}` });
  return provider;
}

/** The Problem for a member who cannot be changed or removed. */
export const memberProblem = (why: 'no member' | 'not allowed' | 'last owner'): Problem =>
  ({
    'no member': notFound('member'),
    'not allowed': forbidden('Only admins add and remove members, and only owners make owners.'),
    'last owner': conflict('The organization must have an owner: make another member an owner first.'),
  })[why];
