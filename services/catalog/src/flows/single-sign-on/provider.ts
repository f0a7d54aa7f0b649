import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import type { Egress } from '@assay/egress/egress';
import type { Logger } from '@assay/kit/log';
import type { GroupRole } from '../../domain/single-sign-on/assign-roles.ts';
import {
  areGroupsElsewhere,
  personIn,
  hasAllClaims,
  type OpenIdClaims,
  type NamelessPerson,
  type OpenIdPerson,
} from '../../domain/single-sign-on/openid-person.ts';
import { AnswerFault, faultOf } from './client-fault.ts';
import { ProviderFault, reasonsOf } from './provider-fault.ts';
import type { SignOnSettings } from './settings.ts';

/** The values that the provider's answer to an attempt is checked against. */
export interface AttemptChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider's metadata is cached for this long, in milliseconds, and dropped after every failure. */
const KNOWN_MS = 3_600_000;
/** The time limit of one step with the provider, in milliseconds. */
const ANSWER_MS = 10_000;
/** The allowed difference between the provider's clock and ours, in seconds. */
const CLOCK_TOLERANCE_S = 60;

/** The OpenID provider that people sign in with. The process starts also while it is down. */
export class OpenIdProvider {
  readonly settings: SignOnSettings;
  readonly #egress: Egress;
  readonly #log: Logger;
  readonly #unplaced = new Set<string>();
  #known: { metadata: ServerMetadata; until: number } | undefined;

  constructor(settings: SignOnSettings, egress: Egress, log: Logger) {
    this.settings = settings;
    this.#egress = egress;
    this.#log = log;
  }

  get name(): string {
    return this.settings.name;
  }

  /** Logs each rule without a place once. */
  noteUnplaced(rules: GroupRole[]): void {
    for (const rule of rules) {
      const key = JSON.stringify(rule);
      if (!this.#unplaced.has(key))
        this.#log.warn(
          rule,
          'a rule of OIDC_GROUP_ROLES names a missing or ambiguous place: it grants nothing, and takes no role where that place may be meant',
        );
      this.#unplaced.add(key);
    }
  }

  /**
   * The provider's URL for a browser that is to return to `redirectUri`, and the checks for its answer. @throws
   * ProviderFault
   */
  async authorizationUrl(redirectUri: string): Promise<{ url: string; checks: AttemptChecks }> {
    return this.#step(async (deadline) => {
      const configuration = await this.#configuration(deadline);
      const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: this.settings.scope,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      if (!/^https?:$/.test(url.protocol)) throw new ProviderFault('wrong');
      return { url: url.href, checks };
    });
  }

  /** The person whom the provider's answer in `callback` is about. @throws ProviderFault */
  async identifyPerson(callback: URL, checks: AttemptChecks): Promise<OpenIdPerson | NamelessPerson> {
    return this.#step(async (deadline) => {
      const configuration = await this.#configuration(deadline);
      const tokens = await this.#exchange(configuration, callback, checks, deadline);
      const token: OpenIdClaims = { ...tokens.claims() };
      const { groupRoles, groupsClaim } = this.settings;
      const needsGroups = groupRoles.length > 0;
      const isEnough =
        configuration.serverMetadata().userinfo_endpoint === undefined ||
        hasAllClaims(token, needsGroups ? groupsClaim : undefined);
      const userinfo: OpenIdClaims = isEnough
        ? {}
        : await fetchUserInfo(configuration, tokens.access_token, String(token['sub']));
      // Without the groups the person would lose the roles that their groups grant.
      if (needsGroups && areGroupsElsewhere({ ...userinfo, ...token }, groupsClaim))
        throw unusable(
          'the provider left the groups out and says only where to fetch them (_claim_names, hasgroups): configure it to send the groups that matter here',
        );
      const person = personIn(token, userinfo, groupsClaim);
      if (person === 'malformed') throw unusable('the claims about the person cannot be used');
      return person;
    });
  }

  /** Exchanges the code for tokens. An error before the request is sent is a fault of the browser's callback. */
  async #exchange(
    configuration: Configuration,
    callback: URL,
    { state, nonce, codeVerifier }: AttemptChecks,
    deadline: AbortSignal,
  ): ReturnType<typeof authorizationCodeGrant> {
    let isSent = false;
    configuration[customFetch] = (...request) => {
      isSent = true;
      return this.#reach(deadline)(...request);
    };
    try {
      return await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
    } catch (error) {
      throw isSent ? error : new AnswerFault(error);
    }
  }

  /** Runs one step under the time limit; logs its failure and throws it as a ProviderFault. */
  async #step<T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(ANSWER_MS);
    try {
      return await work(deadline);
    } catch (error) {
      const fault = faultOf(error, deadline);
      const reasons = { issuer: this.settings.issuer, fault, reasons: reasonsOf(error) };
      if (fault === 'over' || error instanceof AnswerFault)
        this.#log.info(reasons, 'a browser came back from the OpenID provider without a valid answer');
      else {
        this.#known = undefined;
        this.#log.warn(reasons, 'the OpenID provider failed');
      }
      throw new ProviderFault(fault, error);
    }
  }

  /** Made for each step, because a configuration caches the provider's keys, and these may change at any time. */
  async #configuration(deadline: AbortSignal): Promise<Configuration> {
    const reach = this.#reach(deadline);
    const metadata = await this.#discovered(reach);
    const { clientId, clientSecret } = this.settings;
    const takesBasic = (metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes(
      'client_secret_basic',
    );
    const authentication = (takesBasic ? ClientSecretBasic : ClientSecretPost)(clientSecret);
    const configuration = new Configuration(
      metadata,
      clientId,
      { [clockTolerance]: CLOCK_TOLERANCE_S },
      authentication,
    );
    configuration[customFetch] = reach;
    // By default the client does not verify the signature of an ID token that comes directly from the provider.
    enableNonRepudiationChecks(configuration);
    if (this.#isInsecure) allowInsecureRequests(configuration);
    return configuration;
  }

  async #discovered(reach: CustomFetch): Promise<ServerMetadata> {
    const { issuer, clientId } = this.settings;
    if (this.#known && this.#known.until > Date.now()) return this.#known.metadata;
    const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
      [customFetch]: reach,
      execute: this.#isInsecure ? [allowInsecureRequests] : [],
    });
    const metadata = found.serverMetadata();
    this.#known = { metadata, until: Date.now() + KNOWN_MS };
    return metadata;
  }

  /** True when the operator configured an http issuer, which is then allowed. */
  get #isInsecure(): boolean {
    return this.settings.issuer.startsWith('http:');
  }

  #reach(deadline: AbortSignal): CustomFetch {
    return (url, { signal, ...init }) =>
      this.#egress.fetch(url, {
        ...init,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      } as RequestInit);
  }
}

const unusable = (why: string): ProviderFault => new ProviderFault('wrong', new Error(why));
