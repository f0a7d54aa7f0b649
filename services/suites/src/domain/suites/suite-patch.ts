import type { UpdateEvalSuite } from '@assay/contract/areas/suites/requests';
import { given } from '@assay/contract/given';
import { assertionListFaults } from '@assay/suite-file/rules/assertion-rules';
import type { Fault } from '@assay/contract/fault';
import { nestingFault } from '@assay/suite-file/rules/nesting';
import { settingsFault } from '@assay/suite-file/rules/settings-rules';
import { firstIn } from '../cases/first-fault.ts';
import { patchedSettings } from './settings-patch.ts';
import type { StoredSuite, SuiteBody } from './suite-record.ts';
import type { SuiteTargets } from './suite-targets.ts';
import { withoutNull } from '@assay/contract/patches/without-null';

/** The fault of a patch that contradicts itself, for any suite. */
export const patchFault = (patch: UpdateEvalSuite): Fault | undefined =>
  patch.expectedRevision !== undefined && patch.expectedRevisionNumber !== undefined
    ? { path: '/expectedRevisionNumber', message: 'is another name of expectedRevision and cannot be combined with it' }
    : nestingFault(patch, '');

/** A suite's name and settings after a patch; `serverIds` and `targets` are the ones that it names, if any. */
export function patchedSuite(
  { name, body }: Pick<StoredSuite, 'name' | 'body'>,
  patch: UpdateEvalSuite,
  serverIds?: string[],
  targets?: SuiteTargets,
): Pick<StoredSuite, 'name' | 'body'> {
  const { description, tags, executionConfig, settings = {} } = patch;
  const next = withoutNull<SuiteBody>({
    ...configured(body, executionConfig),
    ...given({ description, tags, serverIds }),
    ...(targets && { environmentIds: null, hosts: null, ...targets }),
  });
  return { name: patch.name ?? name, body: patchedSettings(next, settings) };
}

/** The first rule that a suite's settings break after a patch. */
export const patchedSettingsFault = (body: SuiteBody, { settings }: UpdateEvalSuite): Fault | undefined =>
  settingsFault(body, '/settings') ?? firstIn(assertionListFaults(settings?.checks ?? [], '/settings/checks'));

/** The fault of an execution configuration without a model for a suite without one. */
export const executionConfigFault = (body: SuiteBody, { executionConfig }: UpdateEvalSuite): Fault | undefined =>
  executionConfig && body.model === undefined
    ? { path: '/executionConfig/model', message: 'is required: the suite has no model yet' }
    : undefined;

/** The execution configuration is merged; a model with a provider in its name replaces a separate provider. */
function configured(body: SuiteBody, config: UpdateEvalSuite['executionConfig'] = {}): SuiteBody {
  const { provider: _, ...withoutProvider } = body;
  return { ...(config.model?.includes('/') ? withoutProvider : body), ...config };
}
