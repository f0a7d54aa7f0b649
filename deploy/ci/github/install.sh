#!/bin/bash
# Installs the command line beside the job's own tools, and adds it to the path of the steps that follow.
set -euo pipefail

folder=$RUNNER_TEMP/assay
npm install --global --prefix "$folder" --no-audit --no-fund --loglevel error -- "$ASSAY_PACKAGE"
if [[ $RUNNER_OS == Windows ]]; then
  echo "$folder" >>"$GITHUB_PATH"
else
  echo "$folder/bin" >>"$GITHUB_PATH"
fi
