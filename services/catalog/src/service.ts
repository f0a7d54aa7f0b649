import type { Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from './deps.ts';
import { access } from './service/access.ts';
import { auditing } from './service/auditing.ts';
import { catalogue } from './service/catalogue.ts';
import { directory } from './service/directory.ts';
import { keys } from './service/keys.ts';
import { ledger } from './service/ledger.ts';
import { limits } from './service/limits.ts';
import { organizations } from './service/organizations.ts';
import { people } from './service/people.ts';
import { registry } from './service/registry.ts';
import { retention } from './service/retention.ts';
import { signon } from './service/signon.ts';

/** Everything that this service answers. */
export const catalog = (deps: Deps): Implementation[] =>
  [
    catalogue,
    people,
    signon,
    organizations,
    keys,
    limits,
    auditing,
    retention,
    registry,
    directory,
    ledger,
    access,
  ].map((room) => room(deps));
