import type { UpdateEvalSuite } from '@assay/contract/documents/suite';
import type { Fault } from './fault.ts';
import { nestingFault } from './nesting.ts';
import { patchedSettings } from './settings-patch.ts';
import { settingsFault } from './settings-rules.ts';
import type { StoredSuite, SuiteBody } from './suite-record.ts';

/** What of a patch contradicts itself, whatever suite it is for. */
export function patchFault(patch: UpdateEvalSuite): Fault | undefined {
  if (patch.expectedRevision !== undefined && patch.expectedRevisionNumber !== undefined) {
    return { path: '/expectedRevisionNumber', message: 'is another name of expectedRevision and cannot be combined with it' };
  }
  return nestingFault(patch, '');
}

/** A suite as a patch leaves it; `serverIds` are those that the patch names, if it names any. */
export function patched({ name, body }: Pick<StoredSuite, 'name' | 'body'>, patch: UpdateEvalSuite, serverIds: string[] | undefined): { name: string; body: SuiteBody } {
  const { description, tags, executionConfig, settings } = patch;
  const { description: _, ...rest } = body;
  const kept = description === null ? rest : body;
  const next = {
    ...kept,
    ...(description !== undefined && description !== null && { description }),
    ...(tags && { tags }),
    ...(serverIds && { serverIds }),
    ...executionConfigAfter(body, executionConfig),
  };
  return { name: patch.name ?? name, body: settings ? patchedSettings(next, settings) : next };
}

/** The first rule that a suite, as a patch leaves it, breaks. */
export function patchedFault(body: SuiteBody, patch: UpdateEvalSuite): Fault | undefined {
  if (patch.executionConfig && body.model === undefined) return { path: '/executionConfig/model', message: 'is required: the suite has no model yet' };
  return settingsFault(body, '/settings');
}

/** A model that names its provider takes the place of one that was set apart. */
function executionConfigAfter({ provider }: SuiteBody, config: UpdateEvalSuite['executionConfig']): Partial<SuiteBody> {
  if (!config?.model?.includes('/') || config.provider !== undefined || provider === undefined) return config ?? {};
  return { ...config, provider: '' };
}
