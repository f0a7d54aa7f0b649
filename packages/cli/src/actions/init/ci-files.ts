export type CiSystem = 'github' | 'gitlab';

/** The file of a CI system: a job that runs the suite on the linked platform, or in the job itself. */
interface CiFile {
  path: string;
  textOf(suite: string, isLinked: boolean): string;
  /** The settings that the job needs. */
  next(isLinked: boolean): string;
}

const settings = (isLinked: boolean): string =>
  isLinked
    ? 'ASSAY_PACKAGE, ASSAY_URL, and ASSAY_API_KEY as a secret'
    : 'ASSAY_PACKAGE, the package of the command line';

/** The command of the job. A link file alone sends no key, so the job names the address. */
const commandOf = (suite: string, isLinked: boolean): string =>
  isLinked ? `assay run ${suite} --push --baseline main` : `assay test ${suite}`;

export const ciFiles: Record<CiSystem, CiFile> = {
  github: {
    path: '.github/workflows/assay.yml',
    textOf: (suite, isLinked) => `name: Assay
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  assay:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - run: npm install --global "$ASSAY_PACKAGE"
        env:
          ASSAY_PACKAGE: \${{ vars.ASSAY_PACKAGE }}
      - run: ${commandOf(suite, isLinked)} --reporter github --reporter markdown="$GITHUB_STEP_SUMMARY" --junit assay-junit.xml
${
  isLinked
    ? `        env:
          ASSAY_URL: \${{ vars.ASSAY_URL }}
          ASSAY_API_KEY: \${{ secrets.ASSAY_API_KEY }}
`
    : ''
}`,
    next: (isLinked) => `set ${settings(isLinked)} in the settings of the repository`,
  },
  gitlab: {
    path: 'assay.gitlab-ci.yml',
    textOf: (suite, isLinked) => `assay:
  image: node:24
  script:
    - npm install --global "$ASSAY_PACKAGE"
    - ${commandOf(suite, isLinked)} --reporter text --reporter gitlab=assay-quality.json --junit assay-junit.xml
  artifacts:
    when: always
    reports:
      junit: assay-junit.xml
      codequality: assay-quality.json
`,
    next: (isLinked) => `include assay.gitlab-ci.yml in .gitlab-ci.yml, and set ${settings(isLinked)} as variables`,
  },
};
