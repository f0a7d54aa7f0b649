#!/bin/bash
# Runs the suite with the reports that the inputs ask for, and hands the verdict to the outputs of the step. It also runs
# in bash 3.2, which macOS has.
set -euo pipefail

# A workflow command takes one line.
while IFS= read -r line; do
  if [[ -n $line ]]; then echo "::add-mask::$line"; fi
done <<<"$ASSAY_API_KEY"

for input in wait annotations summary; do
  name=$(tr '[:lower:]' '[:upper:]' <<<"$input")
  if [[ ${!name} != true && ${!name} != false ]]; then
    echo "::error title=Assay::The input $input is true or false."
    exit 2
  fi
done

reports=$RUNNER_TEMP/assay-reports
rm -rf "$reports"
mkdir -p "$reports"

arguments=("$SUITE")
if [[ -f $SUITE ]]; then arguments+=(--push); fi
if [[ -n $ENVIRONMENT ]]; then arguments+=(--environment "$ENVIRONMENT"); fi
if [[ -n $GATE ]]; then arguments+=(--gate "$GATE"); fi
if [[ -n $BASELINE ]]; then arguments+=(--baseline "$BASELINE"); fi
if [[ $WAIT == true ]]; then
  arguments+=(--reporter text --reporter "json=$reports/run.json" --reporter "markdown=$reports/summary.md")
  if [[ $ANNOTATIONS == true ]]; then arguments+=(--reporter github); fi
  if [[ -n $JUNIT ]]; then arguments+=(--reporter "junit=$JUNIT"); fi
else
  arguments+=(--detach)
fi

code=0
sh "$GITHUB_ACTION_PATH/../assay-ci.sh" "${arguments[@]}" || code=$?

if [[ $SUMMARY == true && -f $reports/summary.md ]]; then cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if [[ -f $reports/run.json ]]; then node "$GITHUB_ACTION_PATH/outputs.mjs" "$reports/run.json" >>"$GITHUB_OUTPUT"; fi
exit "$code"
