/** The purpose of the key that is derived from a runner token: secrets for a runner outside of the installation are sealed with it. */
export const RUNNER_KEY = 'assay runner';
