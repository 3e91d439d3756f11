# PostgreSQL under Patroni, from Debian 12's packages; Patroni from Debian 13's, because Debian 12's loses acknowledged
# writes when a primary hangs.
#   docker build -f deploy/ha/postgres.Dockerfile -t tillgate-postgres deploy/ha
ARG BASE=docker.io/library/debian:bookworm-slim
FROM ${BASE}
COPY apt /tmp/apt/
# Keeps the package from creating a cluster.
RUN /tmp/apt/use-patroni.sh \
 && mkdir -p /etc/postgresql-common \
 && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
 && apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends patroni python3-etcd postgresql-15 \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
COPY patroni.yaml create-database.sh /etc/patroni/
ENV PATRONI_POSTGRESQL_BIN_DIR=/usr/lib/postgresql/15/bin \
    PATRONI_POSTGRESQL_DATA_DIR=/var/lib/postgresql/data/pgdata \
    PATRONI_POSTGRESQL_PGPASS=/tmp/pgpass
USER postgres
VOLUME /var/lib/postgresql/data
EXPOSE 5432 8008
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/patroni", "/etc/patroni/patroni.yaml"]
