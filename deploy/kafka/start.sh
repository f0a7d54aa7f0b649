#!/bin/sh
# Runs one Apache Kafka broker in KRaft mode on this machine, for development and tests.
#
#   deploy/kafka/start.sh DATA_FOLDER [PORT=9092] [CONTROLLER_PORT=PORT+1]
#
# Needs Java 17 and, for the first start, Maven. The jars are kept in $XDG_CACHE_HOME/assay (~/.cache/assay).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
data=${1:?usage: start.sh DATA_FOLDER [PORT] [CONTROLLER_PORT]}
port=${2:-9092}
controller_port=${3:-$((port + 1))}
# Another pom is another folder, so a changed version is fetched and an unchanged one never again.
jars=${XDG_CACHE_HOME:-$HOME/.cache}/assay/kafka-$(cksum < "$here/pom.xml" | cut -d ' ' -f 1)

if [ ! -d "$jars" ]; then
  mkdir -p "$(dirname "$jars")"
  unfinished=$(mktemp -d "$jars.XXXXXX")
  trap 'rm -rf "$unfinished"' EXIT
  mvn -B -q -ntp -f "$here/pom.xml" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$unfinished" >&2
  # Of two first starts at once the second finds the folder in place.
  [ -d "$jars" ] || mv "$unfinished" "$jars"
  trap - EXIT
  rm -rf "$unfinished"
fi

mkdir -p "$data/log"
cat > "$data/server.properties" <<EOF
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller_port
advertised.listeners=PLAINTEXT://127.0.0.1:$port
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:$controller_port
log.dirs=$data/log
# One broker cannot replicate.
default.replication.factor=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
# Our own clients create what they need; a mistyped topic should fail.
auto.create.topics.enable=false
group.initial.rebalance.delay.ms=0
# After a crash the next start has to wait until the old registration has run out.
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
EOF

# A small heap and a quick start matter more here than peak throughput.
set -- java -Xms64m -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dorg.slf4j.simpleLogger.showDateTime=true -cp "$jars/*"

if [ ! -f "$data/log/meta.properties" ]; then
  "$@" kafka.tools.StorageTool format --standalone --cluster-id assayAloneOnOneMachine --config "$data/server.properties" >&2
fi
exec "$@" kafka.Kafka "$data/server.properties"
