#!/bin/sh
# Runs `assay run` with the given arguments, and decides what its end means for the job.
#
#   ASSAY_ON_OUTAGE  Must be set: `fail` or `pass`, for a platform that cannot be reached or does not answer.
#   ASSAY_FAIL_ON    `undecided` (the default): the job fails unless the run passed.
#                    `failed`: the job passes, too, when nothing was established.
#                    `never`: the job passes whatever the verdict is.
#   ASSAY_COMMAND    The command; `assay` when unset.
#
# ASSAY_URL, ASSAY_API_KEY and ASSAY_PROJECT are read by the command. A wrong usage, a missing right and Ctrl-C always fail
# the job. Without these rules the exit code of the job is the one of the command.
set -u

fail_on=${ASSAY_FAIL_ON:-undecided}
case $fail_on in
  undecided | failed | never) ;;
  *)
    echo "assay-ci: ASSAY_FAIL_ON is undecided, failed or never, not $fail_on." >&2
    exit 2
    ;;
esac
case ${ASSAY_ON_OUTAGE:-} in
  fail | pass) ;;
  *)
    echo 'assay-ci: set ASSAY_ON_OUTAGE to fail or pass: what the job does when the platform cannot be reached.' >&2
    exit 2
    ;;
esac

code=0
"${ASSAY_COMMAND:-assay}" run "$@" || code=$?

case $code in
  1) if [ "$fail_on" = never ]; then code=0; fi ;;
  3) if [ "$fail_on" != undecided ]; then code=0; fi ;;
  4)
    if [ "$ASSAY_ON_OUTAGE" = pass ]; then
      echo 'assay-ci: the platform cannot be reached, so nothing was tested. The job passes, as ASSAY_ON_OUTAGE says.' >&2
      code=0
    fi
    ;;
esac
exit "$code"
