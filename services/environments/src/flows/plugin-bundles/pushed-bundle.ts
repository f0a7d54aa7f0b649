import type { PluginContent } from '@assay/plugin-bundle/plugin';
import type { readSkillBundle } from '@assay/plugin-bundle/skill-bundle';

/** The content of each kind of bundle. */
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
