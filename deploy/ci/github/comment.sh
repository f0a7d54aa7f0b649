#!/bin/bash
# Puts the summary as one comment on the pull request. A comment that cannot be written does not fail the job: a pull
# request from a fork has no right to it.
set -euo pipefail

summary=$RUNNER_TEMP/assay-reports/summary.md
if [[ ! -f $summary ]]; then
  echo 'There is no summary to comment with.'
  exit 0
fi
code=0
assay ci comment "$summary" --mark "$SUITE $ENVIRONMENT" || code=$?
if [[ $code != 0 ]]; then echo '::warning title=Assay::The comment on the pull request was not written.'; fi
