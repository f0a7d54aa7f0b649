import { modelProviders, type ModelProviderName } from '@assay/contract/areas/model-providers/documents';
import { conflict, forbidden, invalid, notFound, type Problem } from '@assay/contract/problem';
import type { Fault } from './fault.ts';
import { providerNamed } from './model-providers/model-provider.ts';

/** The refusal of a request, in the shape that schema violations have. */
export const refusal = (fault: Fault): Problem => invalid(`${fault.path} ${fault.message}.`, { issues: [fault] });

/** Throws VALIDATION_ERROR for a fault. */
export function refuse(fault: Fault | undefined): void {
  if (fault) throw refusal(fault);
}

export const nameTaken = (name: string): Problem => conflict(`The project already has a server named "${name}".`);

/** The provider that a path names; VALIDATION_ERROR, with those that there are, for any other. */
export function knownProvider(name: string): ModelProviderName {
  const provider = providerNamed(name);
  if (!provider) throw refusal({ path: '/provider', message: `must be one of ${modelProviders.join(', ')}` });
  return provider;
}

/** Why somebody is not made more or less, or removed. */
export const memberRefusal = (why: 'no member' | 'not allowed' | 'last owner'): Problem =>
  ({
    'no member': notFound('member'),
    'not allowed': forbidden('Admins decide who belongs here, and owners alone who owns.'),
    'last owner': conflict('Somebody must own the organization: make somebody else an owner first.'),
  })[why];
