import { OPERATOR_KEY } from '@assay/gateway/settings';
import { readEnv, type Env } from '@assay/kit/env';
import { textSetting } from '@assay/kit/settings/setting';

const { name, explanation } = OPERATOR_KEY.facts;
/** The gateway keeps hashes alone; the folder keeps a key. */
const KEY_TEXT = textSetting({ name, explanation, isSecret: true });

/** The operator's keys of the environment, as the setting has them; undefined without it. */
export const givenOperatorKeys = (env: Env): string | undefined => readEnv(env, ({ optional }) => optional(KEY_TEXT));
