#!/bin/sh
# Runs one Apache Kafka broker in KRaft mode on this machine, for development and tests.
#
#   deploy/kafka/start.sh DATA_FOLDER [PORT=9092] [CONTROLLER_PORT=PORT+1]
#
# Needs Java 17 and, for the first start, Maven. The jars are kept in $XDG_CACHE_HOME/assay (~/.cache/assay).
#
# With KAFKA_USERS="admin:PASSWORD name:PASSWORD ..." clients sign in with SCRAM-SHA-512, and a user has the rights that
# ACLs give it; the first user may do everything.
set -euf

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
protocol=PLAINTEXT
users=
if [ -n "${KAFKA_USERS:-}" ]; then
  protocol=SASL_PLAINTEXT
  for user in $KAFKA_USERS; do
    users="$users --add-scram SCRAM-SHA-512=[name=${user%%:*},password=${user#*:}]"
  done
fi
cat > "$data/server.properties" <<EOF
process.roles=broker,controller
node.id=1
listeners=$protocol://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller_port
advertised.listeners=$protocol://127.0.0.1:$port
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
if [ -n "$users" ]; then
  admin=${KAFKA_USERS%% *}
  scram=org.apache.kafka.common.security.scram.ScramLoginModule
  # The broker reaches its controller, on this machine, without a user.
  cat >> "$data/server.properties" <<EOF
listener.security.protocol.map=$protocol:$protocol,CONTROLLER:PLAINTEXT
security.inter.broker.protocol=$protocol
sasl.enabled.mechanisms=SCRAM-SHA-512
sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config=$scram required username="${admin%%:*}" password="${admin#*:}";
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:${admin%%:*};User:ANONYMOUS
EOF
fi

# A small heap and a quick start matter more here than peak throughput.
set -- java -Xms64m -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dorg.slf4j.simpleLogger.showDateTime=true -cp "$jars/*"

if [ ! -f "$data/log/meta.properties" ]; then
  "$@" kafka.tools.StorageTool format --standalone --cluster-id assayAloneOnOneMachine $users --config "$data/server.properties" >&2
fi
exec "$@" kafka.Kafka "$data/server.properties"
