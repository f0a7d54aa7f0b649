import type { PluginContent } from '@assay/plugin-bundle/plugin';
import type { readSkillBundle } from '@assay/plugin-bundle/skill-bundle';

/** What each kind of bundle is read as. */
export interface BundleContents {
  plugin: PluginContent;
  skill: ReturnType<typeof readSkillBundle>;
}
export type BundleKind = keyof BundleContents;

/** The input of the worker that reads bundles. */
export interface PushedBundle {
  kind: BundleKind;
  zip: Uint8Array;
}
