import { modelProviders, type ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import { faultProblem } from '@assay/contract/fault';
import { conflict, forbidden, notFound, type Problem } from '@assay/contract/problem';
import { providerNamed } from './model-providers/model-provider.ts';

export const nameTaken = (name: string): Problem => conflict(`The project already has a server named "${name}".`);

/** The provider that a path names; VALIDATION_ERROR, with those that there are, for any other. */
export function knownProvider(name: string): ModelProviderName {
  const provider = providerNamed(name);
  if (!provider) throw faultProblem({ path: '/provider', message: `must be one of ${modelProviders.join(', ')}` });
  return provider;
}

/** Why somebody is not made more or less, or removed. */
export const memberProblem = (why: 'no member' | 'not allowed' | 'last owner'): Problem =>
  ({
    'no member': notFound('member'),
    'not allowed': forbidden('Admins decide who belongs here, and owners alone who owns.'),
    'last owner': conflict('Somebody must own the organization: make somebody else an owner first.'),
  })[why];
