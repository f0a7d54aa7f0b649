import { addressSetting, perService, type ServiceName } from '@assay/contract/services';
import { textSetting, type Setting } from '../settings/setting.ts';

/** The setting with the address of each service. */
export const SERVICE_ADDRESSES: Record<ServiceName, Setting<string>> = perService((name) =>
  textSetting({ name: addressSetting(name), explanation: [`\`host:port\` of ${name}, which it calls.`] }),
);
