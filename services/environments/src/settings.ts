import { switchSetting, textSetting } from '@assay/kit/settings/setting';

export const AGENT_MODEL = textSetting({
  name: 'AGENT_MODEL',
  default: 'scripted/rules',
  explanation: [
    'The model of agent turns, `provider/name`.',
    'It must be hosted here, or an organization must have a key of its provider; otherwise agent turns are refused with FEATURE_NOT_SUPPORTED.',
  ],
});

export const IMAGE_BUILDS = switchSetting({
  name: 'IMAGE_BUILDS',
  default: false,
  explanation: [
    'Says that a runner of the installation has a builder of sandbox images. Without it, builds fail at once.',
  ],
});
